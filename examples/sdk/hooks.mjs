// Functions of yours as hooks: one sees every command, one forbids some.
import { query } from 'capstan-sdk'

const log = async input => {
  console.log(`about to run: ${input.tool_input.command}`)
  return {}
}
const forbid = async input => {
  if (!input.tool_input.command.includes('push')) return {}
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Pushing is left to people.',
    },
  }
}

const run = query({
  prompt: 'Publish the branch',
  options: { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [log, forbid] }] } },
})
for await (const message of run) {
  if (message.type === 'user') console.log('model reads:', JSON.stringify(message.message.content))
  if (message.type === 'result') console.log(message.result)
}
