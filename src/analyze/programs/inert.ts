import { inOrder } from './names.ts'
import { isHarmlessSed } from './sed.ts'
import {
  UNKNOWN_TO_CARGO,
  UNKNOWN_TO_DOTNET,
  UNKNOWN_TO_GO,
  UNKNOWN_TO_JAVA,
  UNKNOWN_TO_PACKAGERS,
  UNKNOWN_TO_PIP,
  UNKNOWN_TO_TOOLS,
  type UnknownOption,
} from './tool-options.ts'

/** How a known program uses its words. */
export type Usage = {
  /** Its first operands, joined with spaces, must fit: `docker rm` starts nothing, `docker run` does. */
  readonly only?: RegExp
  /** One such word, and its words may be commands. */
  readonly unless?: Pick<RegExp, 'test'>
  /** Long options whose value is the next word, whatever it looks like. */
  readonly valued?: RegExp
  /** The same for an option in front of `--`. */
  readonly unlisted?: UnknownOption
  /** One such word, and it runs what it puts together itself. */
  readonly assembles?: RegExp
  /** The same for programs whose words have to be read together. */
  readonly assemblesFrom?: (words: readonly string[]) => boolean
  /** It runs code of the project, though not its words: what the line wrote before may run. */
  readonly open?: true
  /** Its words are code, so that a word made at run time may hold a command. */
  readonly code?: true
}

/** A word in which a builtin would run substitutions: `test -v 'x[$(…)]'`, `declare 'x=($(…))'`. */
const SUBSCRIPT = inOrder(/[[(]/, ['$', '`'])
const SUBSCRIPT_OR_CALLBACK = {
  test: (word: string) => /^-\w*[Cc]/.test(word) || inOrder(/\[/, ['$', '`']).test(word),
}

const PLAIN =
  '[ : arch b2sum base32 base64 basename bc bg break cal cat cd chgrp chmod chown cksum clear cmp column comm continue cp ' +
  'csplit cut date dd df diff dig dircolors dirname dirs disown du echo egrep expand expr factor false fg fgrep file fmt ' +
  'fold free getconf getent getfattr grep groups gzip gunzip bzip2 bunzip2 head hexdump host hostid hostname iconv id ' +
  'ifconfig join jq kill killall last link ln locale logname logout ls lsblk lscpu lsof md5sum mkdir mkfifo mktemp mv ' +
  'netstat nl nproc nslookup numfmt od passwd paste pathchk pgrep ping pkill popd pr printenv ps ptx pushd pwd ' +
  'readlink realpath return rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shasum shift shred shuf ' +
  'sleep ss stat strings stty sum suspend sync tac tail tee times top touch tput tr traceroute tree true truncate ' +
  'tsort tty type ulimit umask unalias uname unexpand uniq unlink uptime useradd userdel usermod users vdir vmstat w wc ' +
  'whatis whereis which who whoami xxd xz yes zcat exit help groupadd groupdel gpasswd dpkg-query hookwright ' +
  'curl yq tldr exa eza lsd gsutil unzip journalctl'

const PROJECT_TOOLS =
  'tsc eslint oxlint oxfmt prettier biome stylelint vitest jest mocha ava playwright cypress tsdown vite webpack ' +
  'rollup esbuild knip ruff black isort flake8 mypy pyright pylint pytest tox rustc rustfmt gofmt golangci-lint ' +
  'javac mvn gradle gradlew cmake ninja gcc g++ cc c++ clang clang++ clang-format clang-tidy shellcheck shfmt ' +
  'terraform tofu helm rubocop rspec phpunit swift flutter dart'

/** Options of vi that name files with commands, or take commands from elsewhere. */
const VI_FILES = /^-[a-zA-Z]*[SsuUWwerl]|^[^-+][\s\S]*`=/
const VI_RUNS =
  /!|[=`*]|\b(?:system|term|job|shell?|so|source|py|lua|perl|ruby|tcl|mz|exe|call|eval|norm|make|grep|au|luaf|run)/i

/** Words that vi takes for commands: `+…`, and the words with and behind `-c` and `--cmd`. */
function viCommands(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, at) => /^(?:\+|-[^-]*c|--c)/.test(word) || /^(?:-[^-]*c|--cmd)$/.test(words[at - 1] ?? ''),
  )
}

const AWK: Usage = { code: true, unless: /^-[^-]*[fiElW]|^--(?!re|version|help)|[|@]|system/ }

/** Everything else may run its words. A row may be missing at little cost: only lines that name a guarded program notice. */
const ROWS: Readonly<Record<string, Usage>> = {
  test: { unless: SUBSCRIPT },
  '[': { unless: SUBSCRIPT },
  printf: { unless: SUBSCRIPT },
  export: { unless: SUBSCRIPT },
  declare: { unless: SUBSCRIPT },
  typeset: { unless: SUBSCRIPT },
  local: { unless: SUBSCRIPT },
  readonly: { unless: SUBSCRIPT },
  unset: { unless: SUBSCRIPT },
  read: { unless: SUBSCRIPT },
  let: { unless: SUBSCRIPT },
  getopts: { unless: SUBSCRIPT },
  wait: { unless: SUBSCRIPT },
  mapfile: { unless: SUBSCRIPT_OR_CALLBACK },
  readarray: { unless: SUBSCRIPT_OR_CALLBACK },
  set: { unless: /^[-+]\w*k|^keyword$/ },
  shopt: { unless: /^(?:expand_aliases|extglob|extdebug)$/ },
  jobs: { unless: /^-\w*x/ },
  find: { unless: /^-(?:fprint|fls|files0)/ },
  sort: { unless: /^--c(?!heck)/ },
  split: { unless: /^--f/ },
  sed: { code: true, assemblesFrom: (words) => !isHarmlessSed(words) },
  rg: { unless: /^--(?:pre|hostname-bin)/ },
  ag: { unless: /^--pager/ },
  fd: { unless: /^(?:-[^-]*[xX]|--exec)/ },
  less: { unless: /^(?:\+|-[^-]*k|--l)/ },
  more: { unless: /^\+/ },
  man: { unless: /^-/ },
  zip: { unless: /^-[^-]*T|^--(?:un|te)/ },
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  'ssh-keygen': { unless: /^-\w*D/ },
  wget: { unless: /^-(?:[^-]*e|-(?:ex|use-a|con))/ },
  bat: { unless: /^--p/ },
  install: { unless: /^-(?:[^-]*s|-strip)/ },
  tar: {
    unless:
      /^(?:-[a-zA-Z]*[IFT]|(?=[a-zA-Z]+$)[a-zA-Z]*?[IFT]|--(?:to(?!tals)|us|inf|new|rs|rm|fi|checkpoint-(?!action=(?:dot|echo|totals|ttyout|bell)\b)))/,
  },
  rsync: { unless: /^-(?:[^-]*[eM]|-(?:rs|remote|daemon|con))/ },
  npm: {
    only: /^(?:i|install|ci|add|rm|r|un|uninstall|remove|up|update|upgrade|outdated|ls|list|ll|view|info|show|search|audit|fund|pack|publish|version|whoami|login|logout|ping|prune|dedupe|doctor|root|prefix|bin|config|get|set|cache|init|link|test|t|tst|start|stop|restart|build|docs|home|repo|run [^\s]+$|run-script [^\s]+$|$)(?:\s|$)/,
    unless:
      /^-(?:c$|-call|-shell|-script-shell|-node-options|-git|-editor|-viewer|-browser)|^(?:script-shell|editor|viewer|browser|git|shell|node-options)(?:=|$)/,
    unlisted: UNKNOWN_TO_PACKAGERS,
    open: true,
  },
  pnpm: {
    only: /^(?:i|install|add|rm|un|uninstall|remove|up|update|outdated|ls|list|why|audit|pack|publish|store|prune|init|link|test|start|build|lint|run [^\s]+$|$)(?:\s|$)/,
    unless: /^-(?:c$|-shell|-script-shell)/,
    unlisted: UNKNOWN_TO_PACKAGERS,
    open: true,
  },
  yarn: {
    only: /^(?:install|add|remove|up|upgrade|outdated|list|why|info|audit|pack|init|link|test|start|build|lint|$)(?:\s|$)/,
    unlisted: UNKNOWN_TO_PACKAGERS,
    open: true,
  },
  bun: {
    only: /^(?:install|i|add|rm|remove|update|outdated|pm|link|init|test|build)(?:\s|$)/,
    unless: /^-(?:e|-eval|r|-preload)/,
    unlisted: UNKNOWN_TO_PACKAGERS,
    open: true,
  },
  uv: {
    only: /^(?:sync|lock|add|remove|pip|venv|tree|python|cache|export|version|build)(?:\s|$)/,
    unlisted: UNKNOWN_TO_PACKAGERS,
    open: true,
  },
  poetry: {
    only: /^(?:install|add|remove|update|lock|show|check|build|version|env)(?:\s|$)/,
    unlisted: UNKNOWN_TO_PACKAGERS,
    open: true,
  },
  gem: { only: /^(?:install|uninstall|list|update|search|info)(?:\s|$)/, open: true },
  brew: {
    only: /^(?:install|uninstall|remove|rm|update|upgrade|list|ls|info|search|outdated|cleanup|doctor|tap|untap|services|deps|leaves)(?:\s|$)/,
    open: true,
  },
  go: {
    only: /^(?:build|test|vet|fmt|mod|get|install|list|env|version|clean|doc|work)(?:\s|$)/,
    unless: /^--?(?:exec|toolexec|vettool|ldflags|gcflags|w$)|^[^-].*=/,
    unlisted: UNKNOWN_TO_GO,
    open: true,
  },
  make: { unless: /^-(?:\w*[fE]|-(?:f|mak|ev))|[=$!]/, open: true },
  docker: {
    only: /^(?:ps|rm|rmi|images|image|pull|push|tag|logs|inspect|stop|start|restart|kill|pause|unpause|port|top|stats|info|version|login|logout|network|volume|system|context|history|search|save|load|build|buildx build|wait|rename|diff|cp|compose (?:ps|up|down|logs|stop|start|restart|pull|push|build|config|rm|ls|images|top|kill|pause)|container (?:ls|rm|stop|start|inspect|logs|prune|kill|restart)|$)(?:\s|$)/,
  },
  kubectl: {
    only: /^(?:get|describe|logs|delete|apply|create|scale|rollout|top|config|cluster-info|version|explain|label|annotate|cordon|uncordon|drain|api-resources|wait|patch|expose|set|diff|port-forward|auth|$)(?:\s|$)/,
    unless: /^--(?:exec|auth-provider)/,
  },
  aws: { unless: /credential_process/ },
  gh: {
    unless: /^(?:(?:alias|extension|ext|codespace|cs|config|ssh)$|--$|-u$|--up)/,
    valued: /^--(?:body|title|notes|subject|description|comment)$/,
  },
  java: { unless: /^(?:@|-XX:(?:On|Flags)|-(?:javaagent|agent))/, unlisted: UNKNOWN_TO_JAVA, open: true },

  dpkg: { only: /^(?:[^\s]|$)/, unless: /^--(?:pre|post|admindir|force-|status-logger)/ },
  systemctl: { unless: /^(?:edit|set-environment|import-environment|link)$/ },
  service: { only: /^[\w@.-]+ (?:status|start|stop|restart|reload)$|^$/ },
  svn: {
    only: /^(?:add|rm|remove|delete|status|st|info|log|update|up|commit|ci|revert|checkout|co|ls|cat|mkdir|mv|cp)(?:\s|$)/,
    unless: /^--(?:diff|merge|editor|config)/,
  },
  hg: {
    only: /^(?:add|rm|remove|status|st|log|update|up|commit|ci|revert|pull|push|clone)(?:\s|$)/,
    unless: /^--(?:c|ss|r)|^-[^-]*e/,
  },
  ...same('apt apt-get aptitude dnf yum apk pacman', { unless: /^-(?:[^-]*[oc]|-(?:o|c|hook|setopt))/i }),
  ...same('vi vim nvim view vimdiff', {
    assemblesFrom: (words) =>
      words.some((word) => VI_FILES.test(word)) || viCommands(words).some((command) => VI_RUNS.test(command)),
    open: true,
  }),
  ...same('pip pip3', {
    only: /^(?:install|uninstall|list|show|freeze|check|download|wheel|cache|config|index|search)(?:\s|$)/,
    unlisted: UNKNOWN_TO_PIP,
    open: true,
  }),
  ...same('podman nerdctl', {
    only: /^(?:ps|rm|rmi|images|image|pull|push|tag|logs|inspect|stop|start|restart|kill|info|version|network|volume|system)(?:\s|$)/,
  }),
  cargo: {
    only: /^(?:\+(?:nightly|stable|beta)[\w.-]* )?(?:b|build|c|check|t|test|clippy|fmt|d|doc|clean|update|add|remove|rm|tree|metadata|bench|publish|search|install|uninstall|new|init|fetch|vendor|package|fix|version|$)(?:\s|$)/,
    unless: /^(?:--config|\+(?!(?:nightly|stable|beta)))|[({;]/,
    unlisted: UNKNOWN_TO_CARGO,
    open: true,
  },
  dotnet: {
    only: /^(?:build|test|restore|publish|pack|clean|add|remove|list|new|sln|format|nuget|tool (?:install|update|uninstall|list|restore)|workload|$)(?:\s|$)/,
    // MSBuild also takes its properties as /p:Name=value, and reads more words from @file.
    unless: /^(?:\/\w+:|@|--?p)|[({;]/,
    unlisted: UNKNOWN_TO_DOTNET,
    open: true,
  },
  ...same(PROJECT_TOOLS, {
    unless:
      /^--?(?:config|exec|rules?dir|ext|plugin|resolve|parser|import|require|r$|c$|C$|P$|D|f$|B$|wrapper|specs|fplugin|x$|E$|pre|post|command|cmd|linker|var|init|codegen|Clink|ld|python-ex|p:|property|e$|I$)|^(?:run|exec|watch)$|^[+@]|[({;]|^(?:-p|--?[\w-]+)[:=].*(?:\s|[Ee]vent)/,
    unlisted: UNKNOWN_TO_TOOLS,
    valued: /^--(?:grep|fgrep|testNamePattern)$/,
    open: true,
  }),
}

const USAGES: ReadonlyMap<string, Usage> = new Map([
  ...PLAIN.split(' ').map((name): [string, Usage] => [name, {}]),
  ...Object.entries(ROWS),
])

/** Undefined for a program that may run its words. */
export function usageOf(name: string, words: readonly string[]): Usage | undefined {
  const usage = USAGES.get(name)
  if (usage === undefined) return undefined
  if (assembles(name, words) || words.some(isToldBy(usage))) return undefined
  if (usage.unlisted !== undefined && beforeDashes(words).some(usage.unlisted)) return undefined
  return usage.only === undefined || usage.only.test(operandsOf(words)) ? usage : undefined
}

/** True when the program was told to run what it puts together itself. */
export function assembles(name: string, words: readonly string[]): boolean {
  const usage = USAGES.get(name)
  return usage?.assemblesFrom?.(words) === true || words.some((word) => usage?.assembles?.test(word))
}

/** True when a program that starts nothing by itself was told to. */
export function strays(name: string, words: readonly string[]): boolean {
  const { unless, unlisted, open } = USAGES.get(name) ?? {}
  const isTold = (word: string) => unless?.test(word) === true && (open !== true || /^[-+@/]|=/.test(word))
  return words.some(isTold) || (unlisted !== undefined && beforeDashes(words).some(unlisted))
}

/** True when some words make the program run something. */
export function isPicky(name: string): boolean {
  const usage = USAGES.get(name)
  return [usage?.unless, usage?.unlisted, usage?.assemblesFrom].some((each) => each !== undefined)
}

const DECODERS =
  /^(?:base(?:32|64|nc)|xxd|uudecode|openssl|gpg|gunzip|gzip|zcat|bunzip2|bzip2|bzcat|xz|xzcat|zstd|zstdcat|rev)$/

/** True when the program may write words that do not stand in the line, though not in a file as they are. */
export function decodes(name: string, words: readonly string[]): boolean {
  if (name === 'tr') return words.some((word) => /[A-Za-z]/.test(word.replace(/\\[nt]|^-[cds]+$/g, '')))
  if (name === 'printf') return words.length > 1 && !/^(?:%s|\\[n0]|[\s,:])*$/.test(words[0] ?? '')
  return DECODERS.test(name)
}

export function isAwk(name: string): boolean {
  return USAGES.get(name) === AWK
}

export function isListed(name: string): boolean {
  return USAGES.has(name)
}

/** The value of an option is not looked at, unless it looks like another option. */
function isToldBy({ unless, valued }: Usage) {
  return (word: string, at: number, words: readonly string[]): boolean =>
    unless?.test(word) === true && !(/^\w/.test(word) && valued?.test(words[at - 1] ?? '') === true)
}

/** What stands behind `--` belongs to a program or script of the project. */
function beforeDashes(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--')
  return at === -1 ? words : words.slice(0, at)
}

function operandsOf(words: readonly string[]): string {
  return words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 3)
    .join(' ')
}

function same(names: string, usage: Usage): Readonly<Record<string, Usage>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, usage]))
}
