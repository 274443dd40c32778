import { analyze } from '../../../analyze/index.ts'
import { assignmentIn, holdsCode } from '../../../analyze/programs/variables.ts'
import type { Variable, Word } from '../../../analyze/line.ts'
import { gitCall } from '../../touches/git.ts'
import type { Finding } from '../finding.ts'
import { hasWord, shown, type Look, type Rule } from '../look.ts'

/** Variables that load code into every program, or run a command before each. */
const LOADS =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|BASH_LOADABLES_PATH|MAKEFILES|GIT_CONFIG(?:_GLOBAL|_SYSTEM|_COUNT|_PARAMETERS|_KEY_\d+)?|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF|PYTHONSTARTUP|PYTHONHOME|PERL5DB|CARGO_BUILD_RUSTC_WRAPPER|RUSTC_WRAPPER|npm_config_(?:script_shell|node_options|git|init_module|ignore_scripts|registry|prefix)|LESSOPEN|LESSCLOSE)$/i
/** Variables whose value another program runs. */
const RUNS =
  /^(?:GIT_SSH(?:_COMMAND)?|GIT_PAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|PAGER|MANPAGER|EDITOR|VISUAL|FCEDIT|BROWSER|SHELL|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|PSQL_PAGER|SYSTEMD_PAGER|KUBE_EDITOR|DOCKER_HOST|SVN_SSH|SVN_EDITOR|HGEDITOR)$/
/** Values that only name a usual program. */
const USUAL =
  /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:|cat|less|more|most|bat|true|false|:|echo|delta|vi|vim|nvim|nano|emacs|emacsclient|code|subl|hx|micro|ed|ssh|firefox|xdg-open|open|none)(?:\s+-[\w-]+(?:[= ](?!.*(?:Command|;|&|\||`|\$\())[\w./~@:=,-]+)?)*$/

/** The bound keeps the time short: the pattern looks ahead at each option. */
function isUsual(value: string): boolean {
  return value.length <= 200 && (USUAL.test(value) || /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|fi|da)?sh$/.test(value))
}

const EDITS =
  /^(?:sed|gsed|perl|cp|cat|tee|echo|printf|true|false|:|test|\[|grep|head|tail|sort|git|less|more)$/
const MOST_EDITS = 1_000

/**
 * True for a text of programs that only show or change the file behind them, such as `sed -i 1s/pick/reword/`. The
 * analysis of the line looks at each of them as well, as at any other program.
 */
function onlyEdits(text: string, { name, program }: Look): boolean {
  if (text.length > MOST_EDITS) return false
  const { programs, unanalysable } = analyze(text)
  if (unanalysable.length > 0 || programs.length === 0) return false
  const takesMessage = name === 'git' && MESSAGES.test(gitCall(program.words).command?.text ?? '')
  return programs.every(
    ({ name: own, words }) =>
      isByName(words[0]) &&
      EDITS.test(own) &&
      (own !== 'git' || words[1]?.text === 'commit') &&
      (takesMessage || isPlanEdit(own, words)),
  )
}

/** Subcommands whose editor gets a message. Others may have it change a list of commands, in which git runs `exec x`. */
const MESSAGES = /^(?:commit|merge|revert|cherry-pick|tag|notes)$/
const PLAN =
  /^(?:(?:[\d$,~+]*|\/[\w ^.-]*\/)s([/|,#])\^?\w+\1(?:pick|p|reword|r|edit|e|squash|s|fixup|f|drop|d)\1g?|[\d$,]+d)$/

/** `sed` that puts other commands in front of commits; what shows only. */
function isPlanEdit(name: string, words: readonly Word[]): boolean {
  if (/^(?:true|false|:|cat|less|more|head|tail)$/.test(name)) return true
  if (!/^g?sed$/.test(name)) return false
  const scripts = words
    .slice(1)
    .filter(({ text }) => !/^(?:-[iEern]+|-i\.\w+|--in-place|--expression)$/.test(text))
  return (
    scripts.length > 0 && scripts.every(({ text }) => text.split(/;\s*/).every((each) => PLAN.test(each)))
  )
}

/** `./sed` may be anything. */
function isByName(word: Word | undefined): boolean {
  return word !== undefined && /^(?:\/(?:usr\/)?bin\/)?[^/]+$/.test(word.text)
}

/** Variables, aliases and settings that make harmless programs run something else. */
export const changesEnvironment: Rule = (look) => {
  for (const { name, value } of variablesOf(look)) {
    const what = setVariable(name, value, look)
    if (what !== undefined) return finding(look.name, what)
  }
  const what = shadows(look) ?? gitSetting(look) ?? otherSetting(look)
  return what === undefined ? undefined : finding(look.name, what)
}

/** What the line sets for a program, and what `export` and its like set. */
function variablesOf({ program, name, args }: Look): readonly Variable[] {
  const isSetter = /^(?:export|declare|typeset|local|readonly|set|env|setx)$/.test(name)
  const own = isSetter ? args.flatMap((word) => assigned(word)) : []
  const apart =
    name === 'setx' && args.length > 1 ? [{ name: args[0]?.text ?? '', value: args[1] as Word }] : []
  return [...program.variables, ...own, ...apart]
}

function assigned(word: Word): readonly Variable[] {
  const found = assignmentIn(word.text)
  if (found === undefined) return []
  const from = word.text.length - found.value.length
  return [{ name: found.name, value: { ...word, text: found.value, shape: word.shape.slice(from) } }]
}

function setVariable(name: string, value: Word, look: Look): string | undefined {
  const { text } = value
  if (name === 'PATH') return searchPath(text, look)
  if (text === '' || text === '/dev/null') return undefined
  if (name.endsWith('RUSTC_WRAPPER') && /^(?:sccache|ccache|cachepot)$/.test(text)) return undefined
  if (LOADS.test(name) && !/^npm_config_registry$/i.test(name))
    return `set ${name}, with which other programs load or run something`
  if (/^npm_config_registry$/i.test(name))
    return /^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)/.test(text)
      ? undefined
      : `set ${name}, so that packages come from elsewhere`
  if (name === 'ENV' && /[/$]/.test(text)) return 'set ENV, a file that shells run'
  if (name === 'GOFLAGS' && /-(?:tool)?exec\b/.test(text))
    return 'set GOFLAGS, with which go runs another program'
  if (name === 'PS4' && /[$`]/.test(text)) return 'set PS4, which the shell runs'
  if (RUNS.test(name) && !isUsual(text) && !(value.known && onlyEdits(text, look)))
    return name === 'DOCKER_HOST' ? undefined : `set ${name}, which other programs run`
  return holdsCode(name, text) ? `set ${name}, with which an interpreter loads code` : undefined
}

/** A folder in front of the others that anybody can put a program into. */
function searchPath(text: string, { line, place }: Look): string | undefined {
  const folders = text.split(line.roots.cwd.includes('\\') ? ';' : ':')
  const rest = folders.findIndex((folder) => /^(?:\$\{?PATH|\/usr\/|\/bin$|%PATH%)/i.test(folder))
  const front = folders.slice(0, rest === -1 ? undefined : rest)
  const bad = front.find(
    (folder) =>
      folder === '' || /^\.{1,2}$/.test(folder) || (/^\.{0,2}\/?/.test(folder) && isOpen(folder, place)),
  )
  return bad === undefined
    ? undefined
    : `put a folder that anybody can write to in front of PATH (${bad.slice(0, 80) || 'an empty name'})`
}

/** Relative to wherever one is, or for temporary files; folders of tools in the project are usual. */
function isOpen(folder: string, place: Look['place']): boolean {
  if (
    /[$%]/.test(folder) ||
    /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin|\.bin)\/?$/.test(folder)
  )
    return false
  const isRelative = !/^(?:[/~]|[A-Za-z]:)/.test(folder)
  return isRelative || place({ text: folder, shape: folder, known: true, isGlob: false }) === 'temporary'
}

const KNOWN =
  /^(?:ls|cd|cat|cp|mv|rm|grep|find|git|npm|npx|yarn|pnpm|node|python3?|pip3?|sudo|su|ssh|scp|curl|wget|docker|kubectl|make|sh|bash|zsh|vim?|nano|less|ps|kill|echo|cargo|go|test|pytest|tsc|jest)$/

/** `alias ls='something else'`. */
function shadows({ name, texts }: Look): string | undefined {
  if (name === 'hash' && texts.includes('-p'))
    return `make a name of a program mean another file (${texts.slice(0, 3).join(' ').slice(0, 80)})`
  if (name === 'enable' && texts.includes('-f')) return 'load code into the shell'
  if (name !== 'alias' && name !== 'doskey' && name !== 'set-alias') return undefined
  const isPair = name === 'set-alias'
  const pairs = isPair
    ? [{ name: texts[0] ?? '', value: texts[1] ?? '' }]
    : texts.flatMap((text) => assignmentIn(text) ?? [])
  const found = pairs.find(
    (pair) =>
      KNOWN.test(pair.name) &&
      !new RegExp(`^(?:command\\s+)?\\\\?(?:${pair.name}|eza|exa|lsd|bat|nvim|vim|rg|fd)(?:\\s|$)`).test(
        pair.value,
      ),
  )
  return found === undefined ? undefined : `make ${found.name} run something else`
}

/** Settings of git whose value git runs, or that name a file with such settings. */
const COMMAND_SETTING =
  /^(?:core\.(?:pager|editor|sshcommand|hookspath|fsmonitor|askpass|gitproxy|alternaterefscommand)|pager\..+|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|(?:merge|diff)tool\..+\.(?:cmd|path)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|gpg\.(?:.+\.)?program|credential\.(?:.+\.)?helper|interactive\.difffilter|include(?:if\..+)?\.path|init\.templatedir|protocol\.ext\.allow|uploadpack\.packobjectshook|receive\..*hook|browser\..+\.cmd|man\..+\.cmd|url\..+\.(?:pushinsteadof|insteadof)|trailer\..+\.(?:cmd|command)|remote\..+\.(?:receivepack|uploadpack|vcs)|sendemail\..*cmd|submodule\..+\.update|http\.proxy|http\.sslverify|core\.worktree)$/i
const USUAL_SETTING =
  /^(?:!?(?:gh|\/usr\/bin\/gh|\/opt\/homebrew\/bin\/gh) auth git-credential|store|cache(?: --timeout[= ]\d+)?|osxkeychain|manager(?:-core)?|wincred|libsecret|\.husky(?:\/_)?|\.githooks|git-lfs [\w -]+(?:%f)?|vimdiff|meld|true|false|always|auto|simple|input|checkout|rebase|merge|git@[\w.-]+:|https:\/\/[\w.-]+\/|ssh:\/\/git@[\w.-]+\/)$/

function gitSetting({ name, program }: Look): string | undefined {
  if (name !== 'git') return undefined
  const { command, args, before } = gitCall(program.words)
  const given = before.flatMap(({ text }, at) => {
    if (before[at - 1]?.text === '-c') return [text]
    return /^-c./.test(text)
      ? [text.slice(2)]
      : /^--(?:config-env|exec-path)=/.test(text)
        ? [text.slice(text.indexOf('=') + 1)]
        : []
  })
  const cloned =
    command?.text === 'clone'
      ? args.flatMap(({ text }, at) =>
          /^(?:-c|--config)$/.test(args[at - 1]?.text ?? '')
            ? [text]
            : text.startsWith('--config=')
              ? [text.slice(9)]
              : [],
        )
      : []
  const once = [...given, ...cloned].find((text) => runsOnce(text))
  if (once !== undefined) return `have git run what a setting says (${once.slice(0, 80)})`
  if (before.some(({ text }) => /^--exec-path=./.test(text)))
    return 'have git take its programs from another folder'
  return command?.text === 'config' ? kept(args) : transport(args)
}

function runsOnce(text: string): boolean {
  const at = text.indexOf('=')
  const [key, value] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return isHarmful(key, value)
}

function isHarmful(key: string, value: string): boolean {
  if (/^alias\./i.test(key)) return value.startsWith('!')
  return (
    COMMAND_SETTING.test(key) && value !== '' && !USUAL_SETTING.test(value.slice(0, 200)) && !isUsual(value)
  )
}

function kept(args: readonly Word[]): string | undefined {
  const texts = args.map(({ text }) => text)
  if (
    hasWord(
      texts,
      '--get',
      '--get-all',
      '--get-regexp',
      'get',
      '--list',
      '-l',
      'list',
      '--unset',
      '--unset-all',
      'unset',
    )
  )
    return undefined
  const at = texts.findIndex((text) => /^[a-z][\w-]*\../i.test(text) && !text.startsWith('-'))
  const [key = '', value = ''] = at === -1 ? [] : texts.slice(at)
  return isHarmful(key, value) ? `set what git runs (${key} ${value})`.slice(0, 120) : undefined
}

/** `ext::sh -c …` as the address of a remote, `--upload-pack=…`. */
function transport(args: readonly Word[]): string | undefined {
  const bad = args.find(
    ({ text }) => /^(?:ext|fd)::/.test(text) || /^--(?:upload-pack|receive-pack|exec)=./.test(text),
  )
  return bad === undefined ? undefined : `have git run a command (${shown(bad)})`
}

function otherSetting({ name, texts }: Look): string | undefined {
  const isConfig = /^(?:npm|pnpm|yarn)$/.test(name) && texts[0] === 'config' && texts[1] === 'set'
  const setting = isConfig ? texts.slice(2).join('=') : ''
  if (/^registry[ =]http:\/\/(?!localhost|127\.)/.test(setting))
    return `have ${name} take packages from elsewhere (${setting.slice(0, 80)})`
  return /^(?:--?\w+[ =])*(?:script-shell|node-options|git|init-module|onload-script|ignore-scripts=false)\b/.test(
    setting,
  )
    ? `set what ${name} runs (${setting.slice(0, 80)})`
    : undefined
}

function finding(program: string, what: string): Finding {
  return {
    category: 'environment',
    program,
    what,
    instead: 'Run the program itself instead, or let a person set it.',
  }
}
