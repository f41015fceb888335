// A session in this process, without the program: send ops, read events, answer questions yourself.
import { openHost } from 'capstan-sdk'

await using host = await openHost()
const session = await host.open({ cwd: process.cwd() })
const events = session.events()
await session.send({ type: 'submit', content: 'Say hello in the file hello.txt' })

for await (const event of events) {
  if (event.type === 'permission_request') {
    console.log(`asked: ${event.request.toolName}`)
    await session.send({ type: 'answer_permission', id: event.request.id, answer: { behavior: 'allow' } })
  }
  if (event.type === 'entry' && event.entry.type === 'assistant')
    for (const block of event.entry.message.content) if (block.type === 'text') console.log(block.text)
  if (event.type === 'turn_ended') break
}
