import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import type { LocalServer, OnboardingPort } from '../../ports/onboarding-port.ts'
import { dialogsEn as words } from '../../text/en/dialogs.ts'
import { OnboardingPanel } from './onboarding-panel.tsx'
import { waysOn } from './ways-on.ts'

const ollama: LocalServer = {
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434',
  models: ['qwen', 'llama'],
  usable: true,
}
const open = async (port: Partial<OnboardingPort> = {}) => {
  const fake = await openFakeUi()
  const calls: string[] = []
  const done: string[] = []
  let aborted = 0
  const onboarding: OnboardingPort = {
    findLocal: async () => [],
    provider: { name: 'Anthropic', keysAt: 'console.anthropic.com' },
    saveKey: async key => {
      calls.push(`key ${key}`)
      return { kind: 'saved', file: '/c.json', checked: true }
    },
    chooseLocal: async (baseUrl, model) => {
      calls.push(`${baseUrl} ${model}`)
      return '/c.json'
    },
    forget: async () => ({}),
    demo: async () => void calls.push('demo'),
    ...port,
  }
  const watched: OnboardingPort = {
    ...onboarding,
    findLocal: (signal, found) => {
      signal.addEventListener('abort', () => {
        aborted += 1
      })
      return onboarding.findLocal(signal, found)
    },
  }
  const params = { onboarding: watched, done: (answer: string) => void done.push(answer) }
  await fake.mount(<OnboardingPanel params={params} close={() => void done.push('closed')} />)
  return Object.assign(fake, { calls, done, aborts: () => aborted })
}

test('there is always a way on, also while servers are being looked for', async () => {
  await using fake = await open({ findLocal: () => new Promise(() => {}) })
  expect(fake.text()).toContain('Looking for a local server …')
  await fake.press('down', 'enter')
  expect([fake.calls, fake.done]).toEqual([['demo'], ['ready', 'closed']])
})

test('a key is typed in dots and kept', async () => {
  await using fake = await open()
  await fake.press('1')
  await fake.paste('sk-secret\n')
  expect(fake.text()).not.toContain('sk-')
  expect(fake.caret()).toBeDefined()
  expect(fake.text()).toContain('Anthropic API key:')
  await fake.press('enter')
  expect([fake.calls, fake.done]).toEqual([['key sk-secret'], ['ready', 'closed']])
  expect(fake.toasts).toEqual(['Signed in: Anthropic accepted the key. Saved in /c.json.'])
})

test.each([
  ['typed', async (fake: Awaited<ReturnType<typeof open>>) => await fake.type('sk-ant-api03-123')],
  ['pasted', async (fake: Awaited<ReturnType<typeof open>>) => await fake.paste('sk-ant-api03-123\n')],
])('a key that is %s at the menu goes into the field, digits too', async (_, give) => {
  await using fake = await open()
  await give(fake)
  expect(fake.text()).toContain('Anthropic API key:')
  expect(fake.text()).not.toContain('sk-')
  await fake.press('enter')
  expect([fake.calls, fake.done]).toEqual([['key sk-ant-api03-123'], ['ready', 'closed']])
})

test.each([
  [{ kind: 'foreign', of: 'OpenAI' }, 'This looks like a key from OpenAI. Capstan needs one from Anthropic.'],
  [{ kind: 'rejected', said: 'invalid x-api-key' }, 'Anthropic did not accept this key: invalid x-api-key.'],
] as const)('a key that was refused (%j) is said so, and can be typed again', async (problem, words) => {
  await using fake = await open({ saveKey: async () => ({ kind: 'refused', problem }) })
  await fake.press('1', 'x', 'enter')
  expect(fake.text().replace(/\s+/g, ' ')).toContain(words)
  expect([fake.text().includes('API key:'), fake.done]).toEqual([true, []])
})

test('a key that is none is said to be, and can be typed again', async () => {
  await using fake = await open({ saveKey: async () => Promise.reject(new Error('Too short.')) })
  await fake.press('1', 'x', 'enter')
  expect(fake.text()).toContain('Too short.')
  expect(fake.text()).toContain('API key:')
  await fake.press('escape', 'escape')
  expect(fake.done).toEqual(['leave', 'closed'])
})

test('a server that is found is offered, with its models', async () => {
  await using fake = await open({ findLocal: async () => [ollama] })
  expect(fake.text()).toContain('2. Use Ollama on this machine  http://127.0.0.1:11434, 2 models')
  await fake.press('2')
  await fake.type('lla')
  await fake.press('enter')
  expect([fake.calls, fake.done]).toEqual([['http://127.0.0.1:11434 llama'], ['ready', 'closed']])
})

test('of one model there is nothing to choose', async () => {
  await using fake = await open({ findLocal: async () => [{ ...ollama, models: ['qwen'] }] })
  await fake.press('2')
  expect(fake.calls).toEqual(['http://127.0.0.1:11434 qwen'])
})

test('it is looked again on demand, and the search ends with the dialog', async () => {
  let looked = 0
  const fake = await open({
    findLocal: async () => {
      looked += 1
      return looked === 1 ? [] : [ollama]
    },
  })
  await fake.press('2')
  expect(fake.text()).toContain('Use Ollama')
  await fake[Symbol.asyncDispose]()
  expect([looked, fake.aborts()]).toEqual([2, 2])
})

test.each(['ctrl+c', 'escape', '4'])('%s leaves', async key => {
  await using fake = await open()
  await fake.press(key)
  expect(fake.done).toEqual(['leave', 'closed'])
})

test.each([
  [[], true, [words.keyWay('A'), `(${words.searching})`, words.demoWay, words.leave]],
  [[], false, [words.keyWay('A'), `(${words.noServer})`, words.lookAgain, words.demoWay, words.leave]],
  [[ollama], false, [words.keyWay('A'), words.serverWay('Ollama'), words.demoWay, words.leave]],
  [
    [{ ...ollama, usable: false }],
    false,
    [words.keyWay('A'), `(${words.mute('Ollama')})`, words.lookAgain, words.demoWay, words.leave],
  ],
  [
    [{ ...ollama, models: [] }],
    true,
    [words.keyWay('A'), `(${words.serverWay('Ollama')})`, words.demoWay, words.leave],
  ],
])('with %j (searching: %j) the ways are %j', (servers, searching, labels) => {
  const ways = waysOn({ servers, searching, provider: 'A' }, words)
  expect(ways.map(({ label, disabled }) => (disabled ? `(${label})` : label))).toEqual(labels)
  const hotkeys = ways.flatMap(({ hotkey }) => hotkey ?? [])
  expect(hotkeys).toEqual(hotkeys.map((_, at) => String(at + 1)))
})
