import type { BridgeCall, BridgeEntry, BridgeSpec, ConfigValue } from '../../bridge-spec.ts'
import { bridgeFileAmong, isBare } from '../bridge-file.ts'
import type { FileForm } from './file-form.ts'
import type { PlainProfile } from './profile.ts'

/** Returns how the bridge is registered with a host of this family. */
export function plainBridge(
  { files: form, events, host }: PlainProfile,
  bridge: Exclude<PlainProfile['bridge'], false | undefined>,
): BridgeSpec {
  const { version, timeout } = form
  return {
    file: (scope, places) =>
      bridge.file?.(scope, places) ?? bridgeFileAmong(host.files(places), { scope, places }),
    entry: (call, { value }) => entryOf(call, form, isBare(value, events) ? [] : ['hooks']),
    ...(bridge.skips && { skips: bridge.skips }),
    ...(version !== undefined && { settings: [{ path: ['version'], value: version }] }),
    ...(timeout.mostMs !== undefined && { longestTimeout: () => (timeout.mostMs ?? 0) / 1_000 }),
    ...(bridge.notes && { notes: bridge.notes }),
  }
}

const NAME = 'hookwright'

function entryOf(call: BridgeCall, form: FileForm, top: readonly string[]): BridgeEntry {
  const { event, command } = call
  const handler = { command, ...timeoutOf(call, form), ...closedOf(call, form) }
  switch (form.shape) {
    case 'groups':
      return { list: [...top, event], value: { hooks: [{ type: 'command', ...handler }] } }
    case 'entries':
      return { list: [...top, event], value: handler }
    case 'list':
      return { list: top, value: { name: `${NAME}-${event}`, type: event, ...handler } }
    case 'triggers': {
      const action = { type: 'command', command }
      return {
        list: top,
        value: { name: `${NAME} ${event}`, trigger: event, action, ...timeoutOf(call, form) },
      }
    }
  }
}

function timeoutOf({ timeoutSeconds }: BridgeCall, { timeout }: FileForm): Record<string, ConfigValue> {
  return { [timeout.key]: (timeoutSeconds * 1_000) / timeout.unitMs }
}

/** Where the host waits for a decision, a bridge that cannot run must not be taken for a yes. */
function closedOf({ isGate }: BridgeCall, { closed }: FileForm): Record<string, ConfigValue> {
  const [key] = closed?.keys ?? []
  return isGate && key !== undefined ? { [key]: closed?.at as ConfigValue } : {}
}
