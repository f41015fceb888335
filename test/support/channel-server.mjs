// An MCP server that pushes, by hand: it can misbehave in ways no library would. Its first argument is JSON:
// {"push": file, "log": file, "experimental": {…}, "instructions": "…"}. Every line of the file `push` is sent as it is,
// as soon as it stands there; what it receives is written down in `log`.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const {
  push,
  log,
  experimental = { 'claude/channel': {} },
  instructions,
} = JSON.parse(process.argv[2] ?? '{}')
const note = text => log && appendFileSync(log, `${text}\n`)
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const schema = { type: 'object', properties: { chat_id: { type: 'string' }, text: { type: 'string' } } }
const TOOLS = [{ name: 'reply', description: 'Replies in a chat.', inputSchema: schema }]

let sent = 0
const pushNew = () => {
  const lines = push && existsSync(push) ? readFileSync(push, 'utf8').split('\n').slice(0, -1) : []
  for (const line of lines.slice(sent)) process.stdout.write(`${line}\n`)
  sent = lines.length
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) note(JSON.stringify({ method, params }))
  if (method === 'notifications/initialized') setInterval(pushNew, 10)
  if (id === undefined) return
  if (method === 'initialize')
    return send({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, experimental },
        serverInfo: { name: 'channel', version: '1' },
        ...(instructions ? { instructions } : {}),
      },
    })
  if (method === 'tools/list') return send({ id, result: { tools: TOOLS } })
  if (method === 'tools/call') {
    // What was pushed before a call has come before its answer.
    pushNew()
    note(JSON.stringify({ method, params }))
    return send({ id, result: { content: [{ type: 'text', text: 'sent' }] } })
  }
  send({ id, result: {} })
})
