// One prompt, one answer.
import { query } from 'capstan-sdk'

for await (const message of query({ prompt: 'What does this project do?' }))
  if (message.type === 'result') console.log(message.subtype === 'success' ? message.result : message.errors)
