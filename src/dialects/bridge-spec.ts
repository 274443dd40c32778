import type { FileFormat, Places } from './places.ts'

/** Where `install` registers the bridge: in the user's own files, or in those of the repository. */
export type InstallScope = 'user' | 'project'

/** A value of a config file. */
export type ConfigValue =
  | string
  | number
  | boolean
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue }

/** The file that holds the bridge of one scope. */
export type BridgeFile = {
  /** Absolute path. */
  readonly path: string
  readonly format: Exclude<FileFormat, 'markdown'>
  /** True: nobody else writes to this file, so that `install` makes it whole and `uninstall` deletes it. */
  readonly isOurs: boolean
}

/** One event for which the host is to start us. */
export type BridgeCall = {
  /** Native name of the event. */
  readonly event: string
  /** The host waits there to hear whether the action may happen. */
  readonly isGate: boolean
  /** Command line for a POSIX shell. */
  readonly command: string
  /** The same for PowerShell, which Windows has. */
  readonly powershell: string
  /** The same for cmd. */
  readonly cmd: string
  /** How long the host is to wait for us, in seconds. */
  readonly timeoutSeconds: number
  readonly platform: NodeJS.Platform
  /** The host calls this in place of the command. */
  readonly http?: HttpCall
}

/** A call of our daemon through HTTP. */
export type HttpCall = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A call that fails is to be a no, where the host can be told so. */
  readonly isStrict: boolean
}

/** An item to append to a list of a config file. */
export type BridgeEntry = {
  /** Keys that lead to the list; objects and the list are made where they are missing. */
  readonly list: readonly string[]
  readonly value: ConfigValue
}

/** The file as it is before the entry: some hosts know several forms of one file. */
export type ThereNow = {
  readonly path: string
  /** Parsed; undefined when there is no such file. */
  readonly value: unknown
}

/** Reads a config file that the notes depend on. Undefined: it is not there, or cannot be read. */
export type LookUp = (file: string) => unknown

/** Something in the host's own settings because of which it does not start the bridge. */
export type Obstacle = {
  /** One sentence. */
  readonly text: string
  /** What the person has to do. */
  readonly mend: string
  /** Native events that it is about. Absent: all. */
  readonly events?: readonly string[]
}

/** What a look for obstacles needs. */
export type ObstacleSearch = {
  readonly scope: InstallScope
  readonly places: Places
  readonly lookUp: LookUp
  /** True for a command that `install` wrote. */
  readonly isOwn: (command: string) => boolean
  /** What the host calls in place of commands. Absent: it calls no URL. */
  readonly url?: string
  /** In hex. */
  readonly sha256: (text: string) => string
}

/** How our bridge is registered in the config files of a host; data for `install`, `uninstall`, `sync` and `doctor`. */
export type BridgeSpec = {
  /** Undefined: the host has no file of that scope that hooks can be registered in. */
  file(scope: InstallScope, places: Places, event: string): BridgeFile | undefined
  /** Native events that it is never registered for, because another one tells of the same. Absent: none. */
  readonly skips?: readonly string[]
  /** For a file of format `program`: the text of the file. */
  readonly program?: (call: BridgeCall) => string
  /** For other formats: the entry of one event. */
  readonly entry?: (call: BridgeCall, there: ThereNow) => BridgeEntry
  /** Keys that the file needs besides, each written only where it is missing, such as `version`. */
  readonly settings?: readonly { readonly path: readonly string[]; readonly value: ConfigValue }[]
  /** The host starts a program by its path, without arguments; so each event gets a program of its own. */
  readonly takesPath?: true
  /**
   * Native events for which the host may call a URL in place of a command, and reads as much of the answer. Absent: it
   * calls none.
   */
  readonly http?: readonly string[]
  /** Longest timeout that the host accepts for an event, in seconds. Absent: any. */
  readonly longestTimeout?: (event: string) => number | undefined
  /** What keeps the host from starting entries that are in its file. Absent: nothing is known that could. */
  readonly obstacles?: (search: ObstacleSearch) => readonly Obstacle[]
  /** Sentences for the person after an installation: steps that only they can do, and what the host cannot do. */
  readonly notes?: (scope: InstallScope, places: Places, lookUp: LookUp) => readonly string[]
}
