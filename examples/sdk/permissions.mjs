// A conversation that streams: the words as they come, and your program decides what may run.
import { query } from 'capstan-sdk'

async function* prompts() {
  yield { type: 'user', message: { role: 'user', content: 'Create the file notes.txt' } }
}

const canUseTool = async (name, input) => {
  console.log(`asked: ${name} ${JSON.stringify(input)}`)
  if (name === 'Bash' && input.command.startsWith('touch ')) return { behavior: 'allow' }
  return { behavior: 'deny', message: 'Only touch may run here.' }
}

const run = query({
  prompt: prompts(),
  options: {
    canUseTool,
    permissionMode: 'default',
    includePartialMessages: true,
    systemPrompt: { type: 'preset', preset: 'capstan' },
  },
})
for await (const message of run) {
  if (message.type === 'stream_event' && message.event.delta?.type === 'text_delta')
    process.stdout.write(message.event.delta.text)
  if (message.type === 'result') console.log(`\n${message.subtype} after ${message.num_turns} turns`)
}
