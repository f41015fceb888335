// The floor: the least program that is still an agent, as one writes it on this runtime: fetch, a loop, two tools. No
// features, no checks. With `lean` as its second argument it speaks HTTP through node:http instead, taken so that none
// of fetch is loaded: not how one writes, but the real bottom. Usage: floor-agent.mjs "prompt" [lean]
import { readFileSync } from 'node:fs'

const url = `${process.env.ANTHROPIC_BASE_URL}/v1/messages`
const headers = { 'content-type': 'application/json', 'x-api-key': process.env.ANTHROPIC_API_KEY }
const properties = { file_path: { type: 'string' }, command: { type: 'string' } }
const tools = ['Read', 'Bash'].map(name => ({ name, input_schema: { type: 'object', properties } }))
const messages = [{ role: 'user', content: process.argv[2] }]

const fetched = async body => {
  const response = await fetch(url, { method: 'POST', headers, body })
  return response.body.pipeThrough(new TextDecoderStream())
}

const lean = () => {
  const { Agent, request } = process.getBuiltinModule('node:http')
  const options = { method: 'POST', headers, agent: new Agent({ keepAlive: true }) }
  return body =>
    new Promise((resolve, reject) => {
      const sent = request(url, options, incoming => resolve(incoming.setEncoding('utf8')))
      sent.on('error', reject).end(body)
    })
}

const post = process.argv[3] === 'lean' ? lean() : fetched

const read = async chunks => {
  const blocks = []
  let pending = ''
  for await (const chunk of chunks) {
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
  const body = JSON.stringify({ model: 'floor', max_tokens: 8000, stream: true, tools, messages })
  const content = await read(await post(body))
  messages.push({ role: 'assistant', content })
  const calls = content.filter(block => block.type === 'tool_use')
  if (calls.length === 0) break
  const answer = async call => ({ type: 'tool_result', tool_use_id: call.id, content: await run(call) })
  messages.push({ role: 'user', content: await Promise.all(calls.map(answer)) })
}
const said = messages.at(-1).content.map(block => block.text ?? '')
process.stdout.write(`${said.join('')}\n`, () => process.exit())
