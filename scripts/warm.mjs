// Runs the freshly built program as people run it, so that their first run finds compiled code: the functions that ran are
// kept (see load-compiled.mjs). Failure costs speed only.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @param staging a directory for what is needed on the way; the caller removes it */
export const warm = async staging => {
  await warmStart(staging)
  warmCompileCache(staging)
  await warmTerminal(staging)
}

/** What is said beside the address of a server, to be asked in each dialect. The last is the usual one: none of it is old. */
const DIALECTS = [
  { args: ['--model', 'openai-chat/gpt-5'], env: url => openai(url) },
  { args: ['--model', 'openai/gpt-5'], env: url => openai(url) },
  {
    args: ['--model', 'gemini/gemini-3.8-flash'],
    env: url => ({ GEMINI_API_KEY: 'none', GEMINI_BASE_URL: url }),
  },
  {
    args: [],
    env: url => ({
      CLAUDE_CODE_USE_VERTEX: '1',
      CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
      ANTHROPIC_VERTEX_BASE_URL: url,
      ANTHROPIC_VERTEX_PROJECT_ID: 'none',
    }),
  },
  {
    args: [],
    env: url => ({
      CLAUDE_CODE_USE_BEDROCK: '1',
      ANTHROPIC_BEDROCK_BASE_URL: url,
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
    }),
  },
  // One of them goes on with the session before it.
  { args: ['--continue'], env: url => anthropic(url) },
  { args: [], env: url => anthropic(url) },
]

const anthropic = url => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' })

const openai = url => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1` })

/** A run up to the end of the first reply for every dialect. */
async function warmStart(staging) {
  const server = await serve(staging)
  const home = mkdtempSync(join(staging, 'home-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CAPSTAN_CONFIG_DIR: join(home, 'config'),
    CAPSTAN_MEMORY_DIR: join(home, 'memories'),
    // Words choose among the memories then, before the request; with a model that happens beside it.
    CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
  furnish(home, env.CAPSTAN_CONFIG_DIR)
  const runs = DIALECTS.map(each => ({
    args: ['-p', 'say the greeting of the sample', ...each.args],
    env: each.env(server.url),
  }))
  const args = [
    '--max-semi-space-size=4',
    resolve('scripts/warm-runs.mjs'),
    resolve('dist'),
    JSON.stringify(runs),
  ]
  const run = more =>
    new Promise(done => {
      const child = spawn(process.execPath, args, {
        env: { ...env, ...more },
        cwd: home,
        stdio: 'ignore',
        timeout: 60_000,
      })
      child.on('error', done).on('exit', done)
    })
  // The first run asks the server what it offers; what counts is every later one, which knows.
  await run({ NODE_DISABLE_COMPILE_CACHE: '1' })
  await run({})
  await server.close()
}

/** The model of the tests, which speaks every dialect. */
async function serve(staging) {
  const { build } = await import('esbuild')
  const { SHARED } = await import('./bundle-options.mjs')
  const outfile = join(staging, 'server.mjs')
  await build({ ...SHARED, entryPoints: ['src/features/models/scripted/server.ts'], outfile })
  const { serveScenario } = await import(pathToFileURL(outfile).href)
  return await serveScenario({ replies: [{ text: 'warm', repeat: true }] })
}

/** What nearly everybody has: settings, instructions, memories, a skill, an MCP server. An empty home would leave their code cold. */
function furnish(home, config) {
  const skill = join(config, 'skills', 'sample')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: sample\ndescription: A sample.\n---\nSay hello.\n')
  writeFileSync(join(config, 'CLAUDE.md'), '# Sample\n\nBe brief.\n')
  writeFileSync(
    join(config, 'settings.json'),
    JSON.stringify({ permissions: { allow: ['Bash(git status:*)'], deny: ['Read(./.env)'] } }),
  )
  mkdirSync(join(home, 'memories'))
  for (const [name, of] of Object.entries({ greeting: 'the sample', lunch: 'the week' }))
    writeFileSync(
      join(home, 'memories', `${name}.md`),
      `---\nname: ${name}\ndescription: ${name} of ${of}\ntype: project\n---\nHello.\n`,
    )
  const server = join(home, 'server.mjs')
  writeFileSync(server, SERVER)
  const sample = { command: process.execPath, args: [server] }
  writeFileSync(join(config, 'mcp.json'), JSON.stringify({ mcpServers: { sample } }))
}

/** The least an MCP server can say. */
const SERVER = `
import { createInterface } from 'node:readline'
const tools = [{ name: 'greet', description: 'Greets.', inputSchema: { type: 'object', properties: {} } }]
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const serverInfo = { name: 'sample', version: '1' }
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
      : method === 'tools/list' ? { tools } : {}
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})
`

/** A whole session with tools. */
function warmCompileCache(staging) {
  const home = mkdtempSync(join(staging, 'home-'))
  const env = { PATH: process.env.PATH, HOME: home, CAPSTAN_CONFIG_DIR: join(home, 'config') }
  // With the flags of the launcher: compiled code is kept for one set of flags.
  spawnSync(process.execPath, ['--max-semi-space-size=4', 'dist/cli.mjs', 'demo', '--yes', '--fast'], {
    env,
    stdio: 'ignore',
    timeout: 60_000,
  })
}

/** The same for the program at a terminal, where one can be had: it is opened, typed into and left. */
async function warmTerminal(staging) {
  const spawn = await import('@lydell/node-pty').then(
    pty => pty.spawn ?? pty.default.spawn,
    () => undefined,
  )
  if (!spawn) return
  const home = mkdtempSync(join(staging, 'home-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TERM: 'xterm-256color',
    CAPSTAN_CONFIG_DIR: join(home, 'config'),
    // Nobody answers there, and nobody is asked.
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  }
  const args = ['--max-semi-space-size=4', resolve('dist/cli.mjs')]
  await new Promise(done => {
    const terminal = spawn(process.execPath, args, { cols: 100, rows: 30, cwd: home, env })
    const limit = setTimeout(() => terminal.kill('SIGKILL'), 20_000)
    let step = 0
    const keys = ['a', '\u007f', '/', '\u001b', '\u0003', '\u0003', '\u0003']
    // The model's name is there when everything is loaded; from then on one key after the other.
    const press = () => {
      const key = keys[step++]
      if (key === undefined) return
      terminal.write(key)
      setTimeout(press, 150)
    }
    let seen = ''
    terminal.onData(data => {
      seen += data
      if (step === 0 && seen.includes('claude')) press()
    })
    terminal.onExit(() => {
      clearTimeout(limit)
      done(undefined)
    })
  })
}
