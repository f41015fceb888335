import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBrowserWorld } from '../support/browser-world.ts'
import { hasChromium } from '../support/needs-program.ts'

const here = hasChromium()

const PAGE = `<!doctype html><title>Tasks</title><h1>Tasks</h1>
<form id=form><input id=what aria-label=Task><button>Add</button></form><ul id=list></ul><p id=left></p>
<script src=/app.js></script>`

/** The mistake is a word of one letter too few. */
const APP = `const tasks = []
form.onsubmit = event => {
  event.preventDefault()
  tasks.push({ title: what.value, done: false })
  show()
}
const show = () => {
  list.replaceChildren(...tasks.map(task => Object.assign(document.createElement('li'), { textContent: task.tile.trim() })))
  left.textContent = tasks.filter(task => !task.done).length + ' left'
}
`

const SERVER = `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const files = { '/': ['index.html', 'text/html'], '/app.js': ['app.js', 'text/javascript'] }
createServer((request, response) => {
  const [file, type] = files[request.url] ?? []
  if (!file) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(readFileSync(file))
}).listen(Number(process.argv[2]), '127.0.0.1')
`

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

const refOf = (snapshot: string | undefined, name: string): string =>
  new RegExp(`"${name}" (e\\d+)`).exec(snapshot ?? '')?.[1] ?? `no ${name}`

const browser = (input: Readonly<Record<string, unknown>>) => ({ tool: { name: 'Browser', input } })
const write = (file_path: string, content: string) => ({
  tool: { name: 'Write', input: { file_path, content } },
})
const bash = (command: string, more: object = {}) => ({ tool: { name: 'Bash', input: { command, ...more } } })

test.skipIf(!here)(
  'a small web application is built, opened, found broken, mended and seen to work',
  async () => {
    await using at = await openBrowserWorld({
      allow: ['Browser(domain:127.0.0.1)', 'Write', 'Edit', 'Bash'],
    })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const built = await at.play(
      write('index.html', PAGE),
      write('app.js', APP),
      write('server.mjs', SERVER),
      bash(`node server.mjs ${port}`, { run_in_background: true }),
      bash(`until (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null; do sleep 0.05; done; echo listening`),
      browser({ action: 'open', url }),
    )
    expect(built.at(-2)).toContain('listening')
    const opened = built.at(-1)
    expect(opened).toContain('heading "Tasks"')
    const [typed, broken, said] = await at.browse(
      { action: 'type', ref: refOf(opened, 'Task'), text: 'Buy tea' },
      { action: 'click', ref: refOf(opened, 'Add') },
      { action: 'console' },
    )
    expect(typed).toContain('value="Buy tea"')
    // Nothing is on the list, and the page has said why.
    expect(broken).not.toMatch(/item|1 left/)
    for (const each of [broken, said]) expect(each).toContain("reading 'trim'")
    expect(said).toContain('app.js')
    const mended = await at.play(
      {
        tool: {
          name: 'Edit',
          input: { file_path: 'app.js', old_string: 'task.tile', new_string: 'task.title' },
        },
      },
      browser({ action: 'reload' }),
    )
    const again = mended.at(-1)
    const [, works, shot, quiet] = await at.browse(
      { action: 'type', ref: refOf(again, 'Task'), text: 'Buy tea' },
      { action: 'click', ref: refOf(again, 'Add') },
      { action: 'screenshot' },
      { action: 'console' },
    )
    expect(works).toContain('item "Buy tea"')
    expect(works).toContain('"1 left"')
    expect(works).not.toContain('trim')
    expect(shot).toContain('[image]')
    expect(quiet).not.toContain('trim')
    expect(readFileSync(join(at.world.dir, 'app.js'), 'utf8')).toContain('task.title.trim()')
    // Rules covered all of it.
    expect(at.asked).toEqual([])
  },
)
