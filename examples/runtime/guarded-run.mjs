import { blockText, createHookRuntime, filteredPreHook, ShellCommandHook } from 'hookwright/runtime'

const smallModel = ShellCommandHook(
  'small-model',
  `printf '{"action":"mutate","modelOverride":"%s"}' "$MODEL"`,
)
const noDeploys = ShellCommandHook(
  'no-deploys',
  `grep -q '"tool_name":"deploy"' || exit 0; echo 'Ask a human.'; exit 2`,
)
const audit = ShellCommandHook('audit', 'echo "the disk is full" >&2; exit 1', { timeoutMs: 2_000 })

const runtime = createHookRuntime({
  preHooks: [filteredPreHook(smallModel.withEnv('MODEL', 'small'), { phases: ['PreTurn'] })],
  postHooks: [audit],
  preToolUseHooks: [noDeploys],
})

/** What your program does itself, between the hooks. */
const steps = {
  startThread: async ({ model }) => {
    console.log(`a thread with model ${model}`)
    return 'thread-1'
  },
  startTurn: async ({ threadId, prompt, model }) => {
    console.log(`${model} reads: ${prompt}`)
    const reply = await runtime.approve({
      method: 'item/commandExecution/requestApproval',
      id: 1,
      params: { threadId, command: 'deploy --now' },
    })
    return `the deployment: ${reply?.decision}`
  },
}

const result = await runtime.run({ prompt: 'Ship it.', model: 'large' }, steps)
console.log(result.kind === 'done' ? result.value : blockText(result.block))
for (const { phase, hookName, message, stderr } of runtime.report().issues)
  console.log(`${phase}: ${hookName} ${message}: ${stderr?.trim()}`)
