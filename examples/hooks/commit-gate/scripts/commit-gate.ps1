#requires -version 5.1
# preToolUse: lets `git commit` through only when types, lint and tests of the project pass.
# For hosts without hookwright; with it, use the pack `hookwright/commit-gate`.
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

function Exit-Failed([string] $Message) {
  [Console]::Error.WriteLine("commit-gate: $Message")
  exit 1
}

# The first of these properties that is there and not null.
function Get-Field($Object, [string[]] $Names) {
  if ($Object -isnot [System.Management.Automation.PSCustomObject]) { return }
  foreach ($name in $Names) {
    $property = $Object.PSObject.Properties[$name]
    if ($null -ne $property -and $null -ne $property.Value) { return $property.Value }
  }
}

# The payload is UTF-8, whatever the code page of the console. A process without a console cannot set it.
$utf8 = New-Object System.Text.UTF8Encoding $false
try { [Console]::InputEncoding = $utf8; [Console]::OutputEncoding = $utf8 } catch { }

try { $payload = [Console]::In.ReadToEnd().TrimStart([char] 0xFEFF) | ConvertFrom-Json } catch { $payload = $null }
if ($payload -isnot [System.Management.Automation.PSCustomObject]) {
  Exit-Failed 'the payload on stdin is not a JSON object.'
}

# Copilot's camelCase payload, with toolArgs as text or object, or the snake_case one of VS Code and Claude Code.
$tool = Get-Field $payload 'toolName', 'tool_name'
$toolArgs = Get-Field $payload 'toolArgs', 'tool_input'
if ($toolArgs -is [string]) {
  try { $toolArgs = $toolArgs | ConvertFrom-Json } catch { $toolArgs = $null }
}

$shellTools = 'bash', 'powershell', 'Bash', 'run_in_terminal', 'runTerminalCommand'
if ($shellTools -cnotcontains $tool) { exit 0 }

$commandLine = "$(Get-Field $toolArgs 'command')"
if (-not $commandLine.Contains('git commit')) { exit 0 }

$directory = "$(Get-Field $payload 'cwd')"
if ($directory -ne '') {
  try { Set-Location -LiteralPath $directory } catch { Exit-Failed "the directory `"$directory`" cannot be entered." }
}

# On Windows the .cmd files: npm's .ps1 files may not be run everywhere, and lose a lone `--`.
function Find-Program([string] $Name) {
  $names = if ($env:OS -eq 'Windows_NT') { "$Name.cmd", "$Name.exe" } else { $Name }
  Get-Command $names -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
}

$problems = New-Object 'System.Collections.Generic.List[string]'

# Keeps the 30 lines of a failure that say most: the first or the last.
function Test-Project([string] $Title, [hashtable] $Keep, [string] $Name, [string[]] $Arguments) {
  # What a program writes to stderr is no error of this script.
  $ErrorActionPreference = 'Continue'
  $program = Find-Program $Name
  if ($null -eq $program) {
    $problems.Add("=== $Title ===`n$Name was not found on PATH.")
    return
  }
  # PowerShell would read the two streams apart, and mix up the order of their lines.
  $lines = @(if ($env:OS -eq 'Windows_NT') { & $program.Source @Arguments 2>&1 | ForEach-Object { "$_" } }
    else { & /bin/sh -c 'exec "$0" "$@" 2>&1' $program.Source @Arguments })
  if ($LASTEXITCODE -eq 0) { return }
  $problems.Add("=== $Title ===`n" + (($lines | Select-Object @Keep) -join "`n"))
}

if (Test-Path -LiteralPath 'tsconfig.json' -PathType Leaf) {
  # npx is to run what the project has installed, and to fetch nothing.
  $env:npm_config_offline = 'true'
  $env:npm_config_yes = 'false'
  Test-Project 'TypeScript Errors' @{ First = 30 } 'npx' @('tsc', '--noEmit')
  Remove-Item 'Env:npm_config_offline', 'Env:npm_config_yes'
}
if (Test-Path -LiteralPath 'package.json' -PathType Leaf) {
  try { $package = Get-Content -LiteralPath 'package.json' -Raw -Encoding UTF8 | ConvertFrom-Json } catch { $package = $null }
  if ($package -isnot [System.Management.Automation.PSCustomObject]) {
    Exit-Failed "package.json in `"$PWD`" is not a JSON object."
  }
  $scripts = Get-Field $package 'scripts'
  if ((Get-Field $scripts 'lint')) { Test-Project 'Lint Errors' @{ Last = 30 } 'npm' @('run', 'lint', '--silent') }
  if ((Get-Field $scripts 'test')) {
    $env:CI = 'true'
    Test-Project 'Test Failures' @{ Last = 30 } 'npm' @('test', '--', '--watchAll=false')
  }
}

if ($problems.Count -eq 0) { exit 0 }

# Windows PowerShell would misread a long dash in this file.
$reason = "Cannot commit $([char] 0x2014) fix these issues first:`n`n" + ($problems -join "`n`n")

# The camelCase payload is answered flat, the other one as VS Code and Claude Code want it.
$answer = [ordered]@{ permissionDecision = 'deny'; permissionDecisionReason = $reason }
if ($null -ne (Get-Field $payload 'tool_name')) {
  $answer.Insert(0, 'hookEventName', 'PreToolUse')
  $answer = @{ hookSpecificOutput = $answer }
}
[Console]::Out.WriteLine((ConvertTo-Json $answer -Compress -Depth 4))
exit 0
