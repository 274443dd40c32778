// A small coding agent with every part of Hookwright around it. Its model is a script, so that it runs anywhere:
//   node examples/agent/agent.mjs
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { addContext, createEngine, deny } from 'hookwright'

const cwd = import.meta.dirname
const sessionId = randomUUID()
const say = (who, text) => console.log(`${who.padEnd(9)} ${text}`)

/** What the model wants to do, turn by turn: a real one would be asked here. */
const script = [
  { tool: 'Bash', input: { command: 'echo hello from the tool' } },
  { tool: 'Bash', input: { command: 'rm -rf build' } },
  { tool: 'Bash', input: { command: 'git push' } },
  { text: 'All done.' },
  { text: 'The changelog is written now.' },
]

const engine = await createEngine({
  cwd,
  sources: ['claude-code'], // .claude/settings.json beside this file
  trustProject: true, // this agent's user has read it
  // Judges `prompt` hooks. Yours would call a model here.
  model: async ({ messages }) => {
    const isPush = JSON.stringify(messages).includes('git push')
    const answer = isPush ? { ok: false, reason: 'Nobody asked for a push.' } : { ok: true }
    return { text: JSON.stringify(answer), calls: [] }
  },
  // Answers hooks that ask while they run.
  askUser: async ({ hook, message, options }) => {
    say('user', `${hook} asks "${message}": ${options[0].label}`)
    return options[0].key
  },
  asks: (hook) => hook.statusMessage === 'Asking',
})
for (const { message } of engine.issues) say('config', message)

// Hooks of the program itself: a function, a session check, and callbacks in the agent SDK's shape.
engine.on('PreToolUse', { matcher: 'Bash', id: 'no-rm' }, ({ tool }) =>
  /\brm -rf\b/.test(String(tool.input.command)) ? deny('rm -rf is not for agents') : undefined,
)
engine.on('UserPromptSubmit', { once: true }, () => addContext('The user prefers short answers.'))
engine.onCheck('Stop', { sessionId, message: 'Write the changelog first.' }, (messages) =>
  messages.some(({ text }) => text?.includes('changelog')),
)
engine.onCallbacks({ PostToolUse: [{ matcher: 'Bash', hooks: [async () => ({ systemMessage: 'noted' })] }] })

// What hooks in the background have to say reaches the model with its next turn.
const late = []
engine.background.subscribe((change) => {
  if (change.kind === 'finished')
    late.push(...contextsOf(change.answer), ...(change.wake ? [change.wake] : []))
})

const messages = []
const tell = (text) => messages.push({ role: 'system', text }) && say('context', text)
const contextsOf = ({ effects }) =>
  effects.flatMap(({ kind, text }) => (kind === 'add-context' ? [text] : []))
const event = (name, more = {}) => ({ name, sessionId, cwd, ...more })

/** One event: progress while its hooks run, then what they decided. */
async function ask(input) {
  if (!engine.has(input.name)) return { decision: 'none', effects: [] }
  for await (const step of engine.stream(input)) {
    if (step.kind === 'started' && step.hook.statusMessage) say('hook', `${step.hook.statusMessage}…`)
    if (step.kind !== 'verdict') continue
    contextsOf(step.verdict).forEach(tell)
    for (const { source, reason } of step.blocks) say('blocked', `${reason.split('\n')[0]} (${source})`)
    return step.verdict
  }
}

async function useTool({ tool: name, input }) {
  const tool = { name, input, useId: randomUUID() }
  const verdict = await ask(event('PreToolUse', { tool }))
  if (verdict.decision !== 'none' && verdict.decision !== 'allow') return `Denied: ${verdict.reason}`
  const rewrite = verdict.effects.find(({ kind }) => kind === 'rewrite-input')
  const { command } = rewrite?.input ?? input
  const { script: exported } = await engine.sessionEnv(sessionId)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${exported}${command}`], { cwd })
  await ask(event('PostToolUse', { tool: { ...tool, response: { stdout } } }))
  return stdout.trim()
}

await ask(event('SessionStart', { fields: { source: 'startup' } }))
await ask(event('UserPromptSubmit', { prompt: 'Build it.' }))
for (const turn of script) {
  late.splice(0).forEach(tell)
  say('model', turn.text ?? `${turn.tool}(${turn.input.command})`)
  messages.push({ role: 'assistant', ...turn })
  if (turn.tool) {
    const result = await useTool(turn)
    messages.push({ role: 'tool', text: result })
    say('tool', result)
    continue
  }
  const verdict = await ask(event('Stop', { messages }))
  if (verdict.decision !== 'deny') break
  tell(verdict.reason)
}
await engine.background.settled()
late.splice(0).forEach(tell)
await ask(event('SessionEnd', { fields: { reason: 'other' } }))
await engine.dispose()
