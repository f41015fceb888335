// Saved sessions: list them, name one, read it, continue it.
import {
  getSessionInfo,
  getSessionMessages,
  listSessions,
  query,
  renameSession,
  tagSession,
} from 'capstan-sdk'

let id = ''
for await (const message of query({ prompt: 'Remember the word plover' })) id = message.session_id

await renameSession(id, 'the plover')
await tagSession(id, 'birds')
const info = await getSessionInfo(id)
console.log(`${info.customTitle} [${info.tag}]`)
console.log(`${(await listSessions({ dir: process.cwd() })).some(({ sessionId }) => sessionId === id)}`)
for (const { type } of await getSessionMessages(id)) console.log(type)

for await (const message of query({ prompt: 'Which word was it?', options: { resume: id } }))
  if (message.type === 'result') console.log(message.result)
