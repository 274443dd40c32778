// A small coding agent with every part of Hookwright around it. Its model is a script, so that it runs anywhere:
//   node examples/agent/agent.mjs
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { addContext, createEngine, deny, hostTexts } from 'hookwright'

const cwd = import.meta.dirname
const say = (who, text) => console.log(`${who.padEnd(9)} ${text}`)

/** What the user asks, and what the model then wants to do, step by step: a real one would be asked here. */
const script = [
  {
    prompt: 'Build it.',
    steps: [
      { tool: 'Bash', input: { command: 'echo hello from the tool' } },
      { tool: 'Bash', input: { command: 'rm -rf build' } },
      { tool: 'Bash', input: { command: 'git push' } },
      { text: 'All done.' },
      { text: 'The changelog is written now.' },
      { text: 'The summary is written too.' },
    ],
  },
  {
    prompt: 'Deploy it.',
    steps: [{ tool: 'Bash', input: { command: 'deploy --now' } }, { text: 'Never said.' }],
  },
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

// What every event of this session carries is said once.
const session = engine.session(randomUUID(), { permissionMode: 'default' })
const messages = []

// Hooks of the program itself: a function, a session check, and callbacks in the agent SDK's shape.
engine.on('PreToolUse', { matcher: 'Bash', id: 'no-rm' }, ({ tool }) =>
  /\brm -rf\b/.test(String(tool.input.command)) ? deny('rm -rf is not for agents') : undefined,
)
engine.on('UserPromptSubmit', { once: true }, () => addContext('The user prefers short answers.'))
session.onCheck('Stop', { message: 'Write the changelog first.' }, (said) =>
  said.some(({ text }) => text?.includes('changelog')),
)
engine.onCallbacks({ PostToolUse: [{ matcher: 'Bash', hooks: [async () => ({ systemMessage: 'noted' })] }] })

// What hooks in the background have to say reaches the model with its next step.
const late = []
engine.background.subscribe((change) => {
  if (change.kind !== 'finished') return
  const contexts = change.answer.effects.filter(({ kind }) => kind === 'add-context').map(({ text }) => text)
  late.push(...contexts, ...(change.wake ? [change.wake] : []))
})

const tell = (text) => messages.push({ role: 'system', text }) && say('context', text)
const has = (verdict, kind) => verdict.effects.some((effect) => effect.kind === kind)

/** One event: progress while its hooks run, then what they have to say, to the model and to the user. */
async function ask(input) {
  if (!engine.has(input.name)) return { decision: 'none', effects: [] }
  for await (const step of session.stream(input)) {
    if (step.kind === 'started' && step.hook.statusMessage) say('hook', `${step.hook.statusMessage}…`)
    if (step.kind !== 'verdict') continue
    for (const { to, kind, text } of hostTexts(step)) {
      // The reason of a denied call is the result the model gets for it.
      if (to === 'user') say('notice', text)
      else if (kind !== 'block' || input.name !== 'PreToolUse') tell(text)
    }
    return step.verdict
  }
}

/** Returns whether a hook ended the turn: a stop outranks every decision, so it is looked at first. */
async function useTool({ tool: name, input }) {
  const tool = { name, input, useId: randomUUID() }
  const verdict = await ask({ name: 'PreToolUse', tool })
  if (has(verdict, 'stop')) return true
  if (verdict.decision !== 'none' && verdict.decision !== 'allow') return result(`Denied: ${verdict.reason}`)
  const rewrite = verdict.effects.find(({ kind }) => kind === 'rewrite-input')
  const { command } = rewrite?.input ?? input
  const { script: exported } = await engine.sessionEnv(session.sessionId)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${exported}${command}`], { cwd })
  result(stdout.trim())
  return has(
    await ask({
      name: 'PostToolUse',
      tool: { ...tool, input: rewrite?.input ?? input, response: { stdout } },
    }),
    'stop',
  )
}

function result(text) {
  messages.push({ role: 'tool', text })
  say('tool', text)
  return false
}

/** The model says it is done: hooks may keep it going, and learn from `stop_hook_active` that they already did. */
async function mayEnd(text, isKeptGoing) {
  const fields = { stop_hook_active: isKeptGoing, last_assistant_message: text }
  const verdict = await ask({ name: 'Stop', messages, fields })
  return has(verdict, 'stop') || (verdict.decision !== 'deny' && !has(verdict, 'keep-going'))
}

async function turn({ prompt, steps }) {
  say('user', prompt)
  messages.push({ role: 'user', text: prompt })
  const verdict = await ask({ name: 'UserPromptSubmit', prompt })
  if (has(verdict, 'stop') || verdict.decision === 'deny') return
  let isKeptGoing = false
  for (const step of steps) {
    late.splice(0).forEach(tell)
    say('model', step.text ?? `${step.tool}(${step.input.command})`)
    messages.push({ role: 'assistant', ...step })
    if (step.tool ? await useTool(step) : await mayEnd(step.text, isKeptGoing)) return
    isKeptGoing ||= step.tool === undefined
  }
}

await ask({ name: 'SessionStart', fields: { source: 'startup' } })
for (const each of script) await turn(each)
await engine.background.settled()
late.splice(0).forEach(tell)
await ask({ name: 'SessionEnd', fields: { reason: 'other' } })
await engine.dispose()
