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
  return (
    /^(?:NODE_OPTIONS|PERL5OPT|PERL5DB|RUBYOPT|PYTHONSTARTUP|JAVA_TOOL_OPTIONS)$/.test(variable) &&
    LOADS_CODE.test(value)
  )
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
