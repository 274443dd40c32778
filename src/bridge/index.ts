export { dialects, loadDialect } from './load-dialect.ts'
export type { LoadDialectOptions } from './load-dialect.ts'
export type {
  DecodedPayload,
  DecodeOptions,
  DialectInfo,
  FailureOptions,
  HostDialect,
  HostEvent,
  HostEventInfo,
} from './host-dialect.ts'
export type { Reply } from '../core/decision.ts'
export type { Power } from '../dialects/event-power.ts'
export type { DialectName } from '../dialects/registry.ts'
