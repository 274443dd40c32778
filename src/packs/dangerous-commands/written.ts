import type { Language } from '../../analyze/line.ts'
import { codeLines } from '../calls/code-lines.ts'

/** A line that a file would run. */
export type WrittenLine = { readonly line: string; readonly language: Language; readonly isCode?: true }

type Reader = (text: string) => readonly string[]

const MOST_LINES = 500

/** Files that something runs, by their path, and how the lines in them are found. */
const KINDS: readonly (readonly [RegExp, Reader, Language?])[] = [
  [
    /(?:^|\/)(?:package\.json|composer\.json|deno\.jsonc?|tasks\.json|launch\.json|devcontainer\.json)$/i,
    inJson,
  ],
  [/(?:^|\/)(?:GNU)?makefile(?:\.\w+)?$|\.mk$|(?:^|\/)\.?justfile$/i, inRecipes],
  [
    /(?:^|\/)(?:\.github\/(?:workflows|actions)\/.+|\.gitlab-ci|\.circleci\/config|azure-pipelines|bitbucket-pipelines|\.travis|appveyor|\.drone|\.woodpecker|cloudbuild|docker-compose[\w.-]*|compose[\w.-]*|taskfile|\.pre-commit-config|lefthook|serverless|buildspec|\.buildkite\/.+|action)\.ya?ml$/i,
    inYaml,
  ],
  [/(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|\.dockerfile$/i, inDockerfile],
  [/(?:^|\/)(?:crontab|cron\.d\/[^/]+|[^/]+\.cron)$|^\/var\/spool\/cron\//i, inCrontab],
  [/\.(?:service|desktop|timer)$/i, inUnit],
  [
    /\.(?:sh|bash|zsh|ksh|command|bats)$|(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|envrc|xinitrc|xprofile)$|(?:^|\/)(?:\.git\/hooks|\.husky|\.githooks|hooks)\/[\w-]+$|(?:^|\/)Procfile$/i,
    whole,
  ],
  [/\.(?:ps1|psm1|psd1)$/i, whole, 'powershell'],
  [/\.(?:bat|cmd)$/i, whole, 'cmd'],
]

const CODE: readonly (readonly [RegExp, string])[] = [
  [/\.pyw?$/i, 'python'],
  [/\.(?:[cm]?js)$/i, 'javascript'],
  [/\.rb$|(?:^|\/)Rakefile$/i, 'ruby'],
  [/\.(?:pl|pm)$/i, 'perl'],
  [/\.php$/i, 'php'],
]

/** True for a file that something runs, by its path. */
export function isRun(path: string): boolean {
  const file = path.replaceAll('\\', '/')
  return KINDS.some(([pattern]) => pattern.test(file))
}

/** Returns the lines that a file would run when something runs it. Empty: a file that nothing runs, or not by itself. */
export function linesOfFile(path: string, text: string): readonly WrittenLine[] {
  const file = path.replaceAll('\\', '/')
  const kind = KINDS.find(([pattern]) => pattern.test(file))
  if (kind !== undefined) {
    const [, read, language = 'bash'] = kind
    return read(text)
      .slice(0, MOST_LINES)
      .map((line) => ({ line, language }))
  }
  if (/^#!\s{0,9}\/\S*(?:\/|\s)(?:ba|z|da|k)?sh\b/.test(text)) return [{ line: text, language: 'bash' }]
  const code =
    CODE.find(([pattern]) => pattern.test(file))?.[1] ??
    /^#!.{0,100}(python|node|ruby|perl|php)/.exec(text)?.[1]
  return code === undefined
    ? []
    : codeLines(text, code).map((line) => ({ line, language: 'bash', isCode: true }))
}

function whole(text: string): readonly string[] {
  return [text.replace(/^(?:web|worker|release): /gm, '')]
}

const PAIR = /"[^"\n]{1,200}"\s{0,20}:\s{0,20}"((?:[^"\\\n]|\\.){0,4000})"/g

/** The values behind names; an edit may be any piece of the file. */
function inJson(text: string): readonly string[] {
  return Array.from(text.matchAll(PAIR), ([, value = '']) => unescaped(value)).filter((line) =>
    /\s|[;&|]/.test(line),
  )
}

function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`))
  } catch {
    return value
  }
}

/** Lines of recipes; those that end in a backslash go on. */
function inRecipes(text: string): readonly string[] {
  return text
    .replace(/\\\n[ \t]{0,99}/g, ' ')
    .split('\n')
    .filter((line) => /^[ \t]+\S/.test(line) || /^[\w.-]{1,99}\s{0,9}:[^=]*;/.test(line))
    .map((line) =>
      line
        .replace(/^[^\t ][^;]*;/, '')
        .trim()
        .replace(/^[@+-]{1,3}/, '')
        .replace(/\$\((\w{1,99})\)/g, '$${$1}')
        .replaceAll('$$', '$'),
    )
}

const RUN_KEY =
  /^(?:- )?(?:(?:run|script|command|cmd|entry|before_script|after_script|install|entrypoint|args|sh|bash)\s*:\s*)/

/** Lines of steps. What is no command is a program that nobody knows, and does no harm. */
function inYaml(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const own = line.trim().slice(0, 8_000)
    const isStep = RUN_KEY.test(own)
    const command = own
      .replace(RUN_KEY, '')
      .replace(/^- /, '')
      .replace(/^[|>][+-]?$/, '')
    if (command === '' || command.startsWith('#')) return []
    if (!isStep && /^[\w.-]+\s*:(?:\s|$)/.test(command)) return []
    return [command.replace(/^(["'])(.*)\1$/, '$2')]
  })
}

function inDockerfile(text: string): readonly string[] {
  return (
    text
      .replace(/\\\n/g, ' ')
      .split('\n')
      .flatMap((line) => /^\s{0,9}(?:RUN|CMD|ENTRYPOINT)\s+(?:--\S+\s+){0,9}([^[].*)$/i.exec(line)?.[1] ?? [])
      // What a build deletes is in the image.
      .filter((line) => !cleansUp(line.slice(0, 2_000)))
  )
}

/** `apt-get install x && rm -rf /var/lib/apt/lists/*` */
function cleansUp(line: string): boolean {
  const steps = line.split('&&')
  const at = steps.findIndex((step) => /^\s{0,99}rm -rf \//.test(step))
  return (
    at > 0 && steps.slice(0, at).every((step) => /^[^;&|]*(?:apt|apk|yum|dnf|npm|pip)[^;&|]*$/.test(step))
  )
}

function inCrontab(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap(
      (line) =>
        /^\s{0,9}(?:@\w+|(?:[\d*,/\w-]{1,99}[ \t]{1,99}){5})(.+)$/.exec(line.slice(0, 8_000))?.[1] ?? [],
    )
}

function inUnit(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => /^Exec\w*=[-@:+!]{0,3}(.+)$/.exec(line)?.[1] ?? [])
}
