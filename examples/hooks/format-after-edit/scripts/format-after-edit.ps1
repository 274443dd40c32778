#requires -version 5.1
# postToolUse: formats the file that was just edited or created. Never blocks, never writes to stdout.
# For hosts without hookwright; with it, use the pack `hookwright/format`.
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

function Exit-Failed([string] $Message) {
  [Console]::Error.WriteLine("format-after-edit: $Message")
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

$editTools = 'edit', 'create', 'Edit', 'Write', 'replace_string_in_file', 'create_file', 'editFiles', 'createFile'
if ($editTools -cnotcontains $tool) { exit 0 }

# VS Code and Claude Code give a tool_response instead, and only after a success.
$result = Get-Field (Get-Field $payload 'toolResult', 'tool_result') 'resultType', 'result_type'
if ($null -ne $payload.PSObject.Properties['tool_response']) { $result = 'success' }
if ($result -cne 'success') { exit 0 }

$file = "$(Get-Field $toolArgs 'path', 'filePath', 'file_path')"
if ($file -eq '' -or -not (Test-Path -LiteralPath $file -PathType Leaf)) { exit 0 }
if ($file.StartsWith('-')) { $file = "./$file" }

# On Windows the .cmd files: npm's .ps1 files may not be run everywhere, and lose a lone `--`.
function Find-Program([string] $Name) {
  $names = if ($env:OS -eq 'Windows_NT') { "$Name.cmd", "$Name.exe" } else { $Name }
  Get-Command $names -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
}

# Errors of the formatter, stderr included, are nobody's business here.
function Invoke-Formatter($Program, [string[]] $Arguments) {
  # cmd would act on these characters of a file name.
  if ($Program.Source -match '\.(cmd|bat)$' -and $file -match '[&|<>^%!"\r\n]') { return }
  $ErrorActionPreference = 'Continue'
  try { & $Program.Source @Arguments 2>&1 | Out-Null } catch { }
}

$npx = Find-Program 'npx'
$dotnet = Find-Program 'dotnet'
if ($null -ne $npx -and (Test-Path -LiteralPath 'package.json' -PathType Leaf)) {
  # npx is to run what the project has installed, and to fetch nothing.
  $env:npm_config_offline = 'true'
  $env:npm_config_yes = 'false'
  Invoke-Formatter $npx @('prettier', '--write', $file)
} elseif ($null -ne $dotnet -and $file -clike '*.cs') {
  Invoke-Formatter $dotnet @('format', '--include', $file)
}
exit 0
