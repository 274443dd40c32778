import type { ConfigFile, Places } from '../dialect.ts'
import type { CopilotEvent } from './events.ts'
import type { FileKind } from './kinds.ts'
import type { Case, Surface } from './surfaces.ts'

/** Where a map of events stands, and for whom it is read. */
export type MapSpot = {
  readonly file: ConfigFile
  readonly kind: FileKind
  readonly places: Places
  readonly surface: Surface
  readonly label: string
}

/** One event of the map. */
export type EventSpot = MapSpot & {
  readonly row: CopilotEvent
  readonly written: string
  readonly case: Case
}

/** One entry of an event. */
export type EntrySpot = EventSpot & {
  readonly pointer: readonly (string | number)[]
  /** Last part of the id. */
  readonly id: string
}
