import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBrowserWorld } from '../support/browser-world.ts'
import { browserPath, hasChromium } from '../support/needs-program.ts'

const here = hasChromium()

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A directory of the test's own: programs, profiles. */
const directory = (): Disposable & { readonly path: string } => {
  const path = mkdtempSync(join(tmpdir(), 'capstan-seams-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

test.skipIf(!here)(
  'a browser that crashes as it starts, or over its first page, is started once more, and leaves nothing',
  async () => {
    using own = directory()
    const [file, pid, crashed] = ['browser', 'pid', 'crashed'].map(name => join(own.path, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(
      file,
      `#!/bin/sh\nif [ ! -e ${crashed} ]; then touch ${crashed}; kill -SEGV $$; fi\necho $$ >> ${pid}\nexec ${browserPath()} "$@"\n`,
    )
    chmodSync(file, 0o755)
    const started = (): readonly number[] =>
      existsSync(pid) ? readFileSync(pid, 'utf8').trim().split('\n').map(Number) : []
    {
      await using at = await openBrowserWorld({
        allow: ['Browser(domain:127.0.0.1)'],
        settings: { path: file },
        browser: { tmpDir: own.path },
      })
      const url = `http://127.0.0.1:${at.sites.port}`
      at.sites.pages.set('127.0.0.1/first', (_, response) => {
        if (started().length === 1) process.kill(started()[0] ?? 0, 'SIGSEGV')
        else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>here</p>')
      })
      at.sites.pages.set('127.0.0.1/always', () => process.kill(started().at(-1) ?? 0, 'SIGSEGV'))
      const [opened] = await at.browse({ action: 'open', url: `${url}/first` })
      expect(opened).toContain('"here"')
      expect(started()).toHaveLength(2)
      const [twice] = await at.browse({ action: 'open', url: `${url}/always` })
      expect(twice).toContain('The browser has ended')
      expect(started()).toHaveLength(3)
      const [again] = await at.browse({ action: 'open', url: `${url}/first` })
      expect(again).toContain('"here"')
    }
    // The session has ended: no process of any of them, and no profile.
    expect(started().filter(isAlive)).toEqual([])
    expect(readdirSync(own.path).sort()).toEqual(['browser', 'crashed', 'pid'])
  },
)

test.skipIf(!here)('agents neither see nor close the tabs of others, and theirs go with them', async () => {
  await using at = await openBrowserWorld({ allow: ['Browser(domain:127.0.0.1)', 'Agent'] })
  const url = `http://127.0.0.1:${at.sites.port}`
  for (const name of ['main', 'one', 'two']) at.sites.pages.set(`127.0.0.1/${name}`, `<p>page ${name}</p>`)
  // Neither page of the agents comes before both were asked for.
  const waiting: (() => void)[] = []
  for (const name of ['one', 'two'])
    at.sites.pages.set(`127.0.0.1/${name}`, (_, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>page ${name}</p>`))
      if (waiting.length === 2) for (const answer of waiting.splice(0)) answer()
    })
  const browser = (input: object, when?: object) => ({
    tool: { name: 'Browser', input: { ...input } },
    ...(when ? { when } : {}),
  })
  const agent = (name: string) => ({
    name: 'Agent',
    input: { description: name, prompt: `SUBTASK ${name}`, subagent_type: 'general-purpose' },
  })
  const steps = (name: string) => [
    browser({ action: 'open', url: `${url}/${name}` }, { lastUserText: `SUBTASK ${name}` }),
    browser({ action: 'tabs' }, { toolResult: { contains: `page ${name}` } }),
    // The first tab is the conversation's.
    browser({ action: 'close', tab: 1 }, { toolResult: { contains: `/${name}`, isError: false } }),
  ]
  const seen = await at.play(
    browser({ action: 'open', url: `${url}/main` }, { lastUserText: 'turn' }),
    { tools: [agent('one'), agent('two')], when: { toolResult: { contains: 'page main' } } },
    ...steps('one'),
    ...steps('two'),
    { text: 'refused', times: 2, when: { toolResult: { contains: 'There is no tab 1', isError: true } } },
    browser({ action: 'tabs' }, { toolResult: { tool: 'Agent' } }),
  )
  const tabs = at.world.model.requests
    .map(({ messages }) => JSON.stringify(messages.at(-1)))
    .filter(text => /\* \d+ /.test(text) && text.includes('tool_result'))
  // Each was shown its own tab, and the conversation too.
  for (const name of ['one', 'two', 'main'])
    expect(
      tabs.filter(text => text.includes(`/${name}`) && !/\/(?:one|two|main).*\/(?:one|two|main)/.test(text)),
    ).toHaveLength(1)
  expect(seen.at(-1)).toContain('/main')
  const { tabs: left } = await at.world.engine.query('browser')
  expect(left.map(each => each.url)).toEqual([`${url}/main`])
})

test.skipIf(!here)(
  'without anybody to ask, a site that no rule names is not opened, and that is said',
  async () => {
    await using at = await openBrowserWorld({ canAsk: false, allow: ['Browser(domain:127.0.0.1)'] })
    at.sites.pages.set('127.0.0.1/lead', '<a href="http://9.9.9.9/x">go</a>')
    const [refused, opened, clicked, script] = await at.browse(
      { action: 'open', url: 'http://8.8.8.8/' },
      { action: 'open', url: `http://127.0.0.1:${at.sites.port}/lead` },
      { action: 'click', ref: 'e1' },
      { action: 'evaluate', script: '1' },
    )
    expect(refused).toMatch(/[Pp]ermission|denied|not allowed/)
    expect(opened).toContain('link "go"')
    expect(clicked).toContain('The page wanted to go to another site, which was not allowed:')
    // What was not followed leaves the page as it was.
    expect(clicked).toContain('link "go" e1 focused')
    expect(script).toMatch(/[Pp]ermission|denied|not allowed/)
    expect(at.sites.hits).toEqual(['GET 127.0.0.1/lead'])
    expect(at.asked).toEqual([])
  },
)

test.skipIf(!here)('what a page keeps stays with a kept profile alone', async () => {
  using own = directory()
  const visit = async (profile: string): Promise<string> => {
    await using at = await openBrowserWorld({
      allow: ['Browser(domain:127.0.0.1)'],
      settings: { path: browserPath(), profile },
      browser: { tmpDir: own.path, keptProfile: join(own.path, 'kept') },
    })
    at.sites.pages.set(
      '127.0.0.1',
      `<p id=p></p><script>p.textContent = 'cookie: ' + document.cookie; document.cookie = 'name=kept; max-age=9999'</script>`,
    )
    const [seen] = await at.browse({ action: 'open', url: `http://127.0.0.1:${at.sites.port}/` })
    return /"(cookie:[^"]*)"/.exec(seen ?? '')?.[1] ?? String(seen)
  }
  const named = join(own.path, 'of-mine')
  expect(await visit('keep')).toBe('cookie:')
  expect(await visit('keep')).toBe('cookie: name=kept')
  expect(await visit(named)).toBe('cookie:')
  expect(await visit(named)).toBe('cookie: name=kept')
  expect(await visit('fresh')).toBe('cookie:')
  expect(readdirSync(own.path).sort()).toEqual(['kept', 'of-mine'])
})

test.skipIf(!here)('things are dragged, by the page and by the pointer', async () => {
  await using at = await openBrowserWorld({ allow: ['Browser(domain:127.0.0.1)'] })
  at.sites.pages.set(
    '127.0.0.1/drag',
    `<button draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'card')">card</button>
     <button id=box ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.textContent = 'got ' + event.dataTransfer.getData('text/plain')">box</button>
     <button onpointerdown="window.from = 1">knob</button><button onpointerup="this.textContent = window.from ? 'slid' : 'clicked'">end</button>`,
  )
  const [opened] = await at.browse({ action: 'open', url: `http://127.0.0.1:${at.sites.port}/drag` })
  const ref = (name: string) => new RegExp(`"${name}" (e\\d+)`).exec(opened ?? '')?.[1]
  const [dropped, slid] = await at.browse(
    { action: 'drag', ref: ref('card'), to: ref('box') },
    { action: 'drag', ref: ref('knob'), to: ref('end') },
  )
  expect(dropped).toContain('button "got card"')
  expect(slid).toContain('button "slid"')
})

test.skipIf(!here)(
  'a name that changes its address, and a service worker, reach nothing private',
  async () => {
    const asked: string[] = []
    await using at = await openBrowserWorld({
      allow: ['Browser(domain:127.0.0.1)'],
      browser: {
        resolve: async host => {
          asked.push(host)
          const first = asked.filter(each => each === host).length === 1
          if (host === 'mixed.test') return [{ address: '8.8.8.8' }, { address: '127.0.0.1' }]
          return [{ address: first ? '8.8.8.8' : '127.0.0.1' }]
        },
      },
    })
    const { port, pages, hits } = at.sites
    const page = (html: string) => (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(html)
    }
    pages.set(
      'other.test/',
      page(
        `<p id=p>wait</p><script>fetch('/again').then(({ ok }) => ok ? 'reached' : 'blocked', () => 'blocked').then(word => { p.textContent = word + ' ended' })</script>`,
      ),
    )
    pages.set('other.test/again', 'secret')
    pages.set('127.0.0.1/worker.js', (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(
          `self.onmessage = async ({ source }) => source.postMessage(await fetch('http://127.0.0.2:${port}/private', { mode: 'no-cors' }).then(() => 'tried', () => 'tried'))`,
        )
    })
    pages.set(
      '127.0.0.1/sw',
      `<p id=p>wait</p><script>navigator.serviceWorker.onmessage = ({ data }) => { p.textContent = data + ' ended' }
     navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(({ active }) => active.postMessage(1))</script>`,
    )
    at.answer(() => ({ behavior: 'allow' }))
    const [, , rebound, mixed, , , worker] = await at.browse(
      { action: 'open', url: `http://other.test:${port}/` },
      { action: 'wait', text: 'ended', seconds: 20 },
      { action: 'snapshot' },
      { action: 'open', url: `http://mixed.test:${port}/` },
      { action: 'open', url: `http://127.0.0.1:${port}/sw`, tab: 0 },
      { action: 'wait', text: 'ended', seconds: 20 },
      { action: 'snapshot' },
    )
    expect(rebound).toContain('"blocked ended"')
    expect(hits).toContain('GET other.test/')
    expect(hits).not.toContain('GET other.test/again')
    expect(mixed).toContain('Not connected: mixed.test (')
    expect(hits.filter(hit => hit.includes('mixed.test'))).toEqual([])
    expect(worker).toContain('"tried ended"')
    expect(hits.filter(hit => hit.includes('127.0.0.2'))).toEqual([])
  },
)
