// The floor: the least program that is still an agent. No features, no checks, the same runtime as ours; efficient on
// purpose, since every ratio in docs/benchmarks.md stands on it. Usage: floor-agent.mjs "prompt" [bare]
import { readFileSync } from 'node:fs'

// Importing node:http reads all its exports, and three of those load the whole of fetch; `bare` goes round that.
const bare = process.argv[3] === 'bare'
const { Agent, request } = bare ? process.getBuiltinModule('node:http') : await import('node:http')

const agent = new Agent({ keepAlive: true })
const url = new URL(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`)
const headers = { 'content-type': 'application/json', 'x-api-key': process.env.ANTHROPIC_API_KEY }
const properties = { file_path: { type: 'string' }, command: { type: 'string' } }
const tools = ['Read', 'Bash'].map(name => ({ name, input_schema: { type: 'object', properties } }))
const messages = [{ role: 'user', content: process.argv[2] }]

const post = () =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ model: 'floor', max_tokens: 8000, stream: true, tools, messages })
    const sent = request(url, { method: 'POST', agent, headers }, resolve)
    sent.on('error', reject).end(body)
  })

const read = async incoming => {
  const blocks = []
  let pending = ''
  for await (const chunk of incoming.setEncoding('utf8')) {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop()
    for (const line of lines) if (line.startsWith('data: ')) take(blocks, JSON.parse(line.slice(6)))
  }
  return blocks
}

const take = (blocks, { type, index, content_block, delta }) => {
  if (type === 'content_block_start') blocks[index] = { ...content_block, json: '' }
  else if (type === 'content_block_delta' && delta.type === 'text_delta') blocks[index].text += delta.text
  else if (type === 'content_block_delta') blocks[index].json += delta.partial_json
  else if (type === 'content_block_stop') {
    const { json, ...block } = blocks[index]
    blocks[index] = block.type === 'tool_use' ? { ...block, input: JSON.parse(json || '{}') } : block
  }
}

const run = async ({ name, input }) => {
  if (name === 'Read') return readFileSync(input.file_path, 'utf8')
  const { execFile } = await import('node:child_process')
  return new Promise(resolve => execFile('bash', ['-c', input.command], (_, out, err) => resolve(out + err)))
}

for (;;) {
  const content = await read(await post())
  messages.push({ role: 'assistant', content })
  const calls = content.filter(block => block.type === 'tool_use')
  if (calls.length === 0) break
  const answer = async call => ({ type: 'tool_result', tool_use_id: call.id, content: await run(call) })
  messages.push({ role: 'user', content: await Promise.all(calls.map(answer)) })
}
const said = messages.at(-1).content.map(block => block.text ?? '')
process.stdout.write(`${said.join('')}\n`, () => process.exit())
