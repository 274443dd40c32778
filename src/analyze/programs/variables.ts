/** Variables that change what a name means, or that the shell itself runs or reads as code. */
const REDEFINES =
  /^(?:PATH|BASH_ENV|BASH_ALIASES|BASH_CMDS|BASH_LOADABLES_PATH|PROMPT_COMMAND|PS[0-4]|SHELL|SHELLOPTS|BASHOPTS|LD_\w+|DYLD_\w+)$/

/** Variables whose value another program runs. */
const RUN_BY_OTHERS =
  /COMMAND|CMD|EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|LESSOPEN|LESSCLOSE|RSH|PROXY_?CMD|^GIT_|OPTIONS$|OPTS?$|STARTUP|PROG$|^(?:MAKEFLAGS|LESS|MORE|MANOPT|EXINIT|VIMINIT|GZIP|ZIP|GREP|KUBECTL_EXTERNAL_DIFF)$|^(?:PYTHON|PERL5|RUBY|NODE_|npm_config)/

/** Builtins that set the variables whose names are their words. */
const SETTERS: ReadonlySet<string> = new Set(
  'export declare typeset local readonly read printf mapfile readarray getopts unset let'.split(' '),
)

/** True for a variable that changes what program names in the line mean, such as PATH. */
export function redefines(variable: string): boolean {
  return REDEFINES.test(variable)
}

/** True for a variable that may hold a command of another program. */
export function holdsCommand(variable: string): boolean {
  return RUN_BY_OTHERS.test(variable)
}

/** True for a variable that has an interpreter load code which stands in its value, or in a file. */
export function holdsCode(variable: string, value: string): boolean {
  // A shell reads the file that ENV names; to everybody else it is a word such as `production`.
  if (variable === 'ENV') return !/^(?:ENV\+?=)?[\w-]*$/.test(value)
  if (variable === 'JAVA_TOOL_OPTIONS') return JAVA_LOADS.test(value.replace(/^\w+\+?=/, ''))
  const rest = variable === 'NODE_OPTIONS' ? value.replaceAll(USUAL_LOADERS, '$1') : value
  return /^(?:NODE_OPTIONS|PERL5OPT|PERL5DB|RUBYOPT|PYTHONSTARTUP)$/.test(variable) && LOADS_CODE.test(rest)
}

const JAVA_LOADS =
  /agent|@|classpath|-cp\b|module|patch|OnError|OnOutOfMemory|-D\S*(?:class|path|load)|Flags|Option/i
/** Packages that people have Node load: they read TypeScript, or a file of settings. */
const USUAL_LOADERS =
  /(^|[\s="'])(?:--import|--require|--loader|--experimental-loader|-r)[ =](?:tsx(?:\/esm|\/cjs)?|ts-node\/(?:register(?:\/transpile-only)?|esm)|dotenv\/config|source-map-support\/register|tsconfig-paths\/register|@swc-node\/register|esbuild-register|esbuild-runner\/register)(?=[\s"']|$)/g

/** Variables whose value some program runs as a command. */
const RUN_AS_COMMAND =
  /^(?:GIT_(?:SSH_COMMAND|SSH|EDITOR|SEQUENCE_EDITOR|PAGER|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG_VALUE_\d+)|\w*(?:EDITOR|PAGER|BROWSER|ASKPASS)|VISUAL|FCEDIT|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|PS[0-4]|RSYNC_RSH|CVS_RSH|SVN_SSH|npm_config_(?:script_shell|git|editor|viewer|shell|browser)|SHELL|MAKESHELL|KUBECTL_EXTERNAL_DIFF|PERL5DB|MANOPT|EXINIT|VIMINIT|CC|CXX|LD|AR|RUSTC|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_\w*(?:RUNNER|LINKER)|FZF_DEFAULT_COMMAND|PAGER_COMMAND|GOFLAGS_TOOLEXEC)$/i

/** Variables that have programs load code from a file that stands elsewhere. */
const LOAD_FILES =
  /^(?:LD_(?:PRELOAD|AUDIT)|DYLD_(?:INSERT_LIBRARIES|FRAMEWORK_PATH)|BASH_ENV|BASH_LOADABLES_PATH|GCONV_PATH|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG(?:_GLOBAL|_SYSTEM|_PARAMETERS)?|MAKEFILES|PERL5DB|DOTNET_STARTUP_HOOKS|LUA_INIT\w*|ZDOTDIR|PYTHONHOME|R_PROFILE_USER|PHPRC|npm_config_(?:globalconfig|userconfig))$/i
/** The same for folders: those of the project are what they are for, those in which anybody writes are not. */
const LOAD_FOLDERS =
  /^(?:LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|PYTHONPATH|PERL5LIB|RUBYLIB|NODE_PATH|CLASSPATH|GEM_PATH|LUA_PATH)$/
const OPEN_FOLDER = /(?:^|[:=;])\/?(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/

/** True for a variable whose value some program runs as a command. */
export function runsValue(name: string): boolean {
  return RUN_AS_COMMAND.test(name)
}

/** True for a variable that has programs load code from the place that its value names. */
export function loadsFromElsewhere(name: string, value: string): boolean {
  if (LOAD_FILES.test(name)) return !/^(?:|\/dev\/null)$/.test(value)
  if (LOAD_FOLDERS.test(name) || runsValue(name)) return OPEN_FOLDER.test(value)
  if (name.startsWith('BASH_FUNC_')) return true
  if (name === 'MAKEFLAGS') return /eval|\$\(|-f/.test(value)
  return /^npm_config_node_options$/i.test(name) || holdsCode(name, `${name}=${value}`)
}

const LOADS_CODE = /import|require|loader|data:|agent|PYTHONSTARTUP|(?:^|[\s="'])-[a-zA-Z]*[rMmeId]/

export function setsVariables(program: string): boolean {
  return SETTERS.has(program)
}

/** The name and the value in `NAME=value`, `NAME+=value` and `NAME[x]=value`; undefined for other words. */
export function assignmentIn(word: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=([\s\S]*)$/.exec(word) ?? []
  return name === undefined || value === undefined ? undefined : { name, value }
}
