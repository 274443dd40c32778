#requires -version 5.1
# preToolUse: denies commands that destroy work (BLOCK_MODE=deny), or only says what it would deny.
# For hosts without hookwright; with it, use the pack `hookwright/dangerous-commands`.
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

function Exit-Failed([string] $Message) {
  [Console]::Error.WriteLine("block-dangerous-commands: $Message")
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

$dangerous = 'rm -rf /|git reset --hard|git clean -fd|git push.*--force'

$shellTools = 'bash', 'powershell', 'Bash', 'run_in_terminal', 'runTerminalCommand'
if ($shellTools -cnotcontains $tool) { exit 0 }

# A line that ends in a backslash (PowerShell: a backtick) goes on in the next one.
$commandLine = "$(Get-Field $toolArgs 'command')"
if (($commandLine -replace '[\\`]\r?\n', '') -cnotmatch $dangerous) { exit 0 }

# Cut, so that no secret further on reaches a log.
$length = [Math]::Min(80, $commandLine.Length)
if ([char]::IsHighSurrogate($commandLine[$length - 1])) { $length-- }
$shown = ($commandLine.Substring(0, $length) -replace '\p{Cc}', ' ') + '...'

if ($env:BLOCK_MODE -cne 'deny') {
  [Console]::Error.WriteLine("Would block: $shown")
  exit 0
}

$reason = "Destructive command blocked: $shown"

# The camelCase payload is answered flat, the other one as VS Code and Claude Code want it.
$answer = [ordered]@{ permissionDecision = 'deny'; permissionDecisionReason = $reason }
if ($null -ne (Get-Field $payload 'tool_name')) {
  $answer.Insert(0, 'hookEventName', 'PreToolUse')
  $answer = @{ hookSpecificOutput = $answer }
}
[Console]::Out.WriteLine((ConvertTo-Json $answer -Compress -Depth 4))
exit 0
