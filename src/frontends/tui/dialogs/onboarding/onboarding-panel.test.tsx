import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import type { LocalServer, OnboardingPort, SignInChoice, SignInPage } from '../../ports/onboarding-port.ts'
import { dialogsEn as words } from '../../text/en/dialogs.ts'
import { OnboardingPanel } from './onboarding-panel.tsx'
import { signInOptions } from './sign-in-options.ts'

const ollama: LocalServer = {
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434',
  models: ['qwen', 'llama'],
  usable: true,
}
const ANTHROPIC: SignInChoice = {
  name: 'anthropic',
  title: 'Anthropic',
  ways: ['key'],
  keysAt: 'console.anthropic.com',
}
const HOUSE: SignInChoice = { name: 'house', title: 'House', ways: ['browser', 'device', 'key'] }
const OPENAI: SignInChoice = { name: 'openai', title: 'OpenAI', ways: ['key'] }
const KEPT = { kind: 'saved', in: 'file', file: '/c.json' } as const

const open = async (port: Partial<OnboardingPort> = {}, more: object = {}) => {
  const fake = await openFakeUi()
  const calls: string[] = []
  const done: string[] = []
  let aborted = 0
  const onboarding: OnboardingPort = {
    findLocal: async () => [],
    choices: () => [ANTHROPIC, OPENAI, HOUSE],
    saveKey: async (key, provider) => {
      calls.push(`${provider} ${key}`)
      return { ...KEPT, title: 'Anthropic', checked: true }
    },
    signIn: async () => KEPT,
    chooseLocal: async (baseUrl, model) => {
      calls.push(`${baseUrl} ${model}`)
      return '/c.json'
    },
    forget: async () => ({ gone: [] }),
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
  const params = { ...more, onboarding: watched, done: (answer: string) => void done.push(answer) }
  await fake.mount(<OnboardingPanel params={params} close={() => void done.push('closed')} />)
  return Object.assign(fake, { calls, done, aborts: () => aborted })
}

test('there is always a way on, also while servers are being looked for', async () => {
  await using fake = await open({ findLocal: () => new Promise(() => {}) })
  expect(fake.text()).toContain('Looking for a local server …')
  await fake.press('down', 'down', 'enter')
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
  expect([fake.calls, fake.done]).toEqual([['anthropic sk-secret'], ['ready', 'closed']])
  expect(fake.toasts).toEqual([
    'Signed in: Anthropic accepted the key. Saved in /c.json, which only you can read (no keychain here).',
  ])
})

test.each([
  ['typed', async (fake: Awaited<ReturnType<typeof open>>) => await fake.type('sk-ant-api03-123')],
  ['pasted', async (fake: Awaited<ReturnType<typeof open>>) => await fake.paste('sk-ant-api03-123\n')],
])('a key that is %s at the menu goes into the field, digits too', async (_, give) => {
  await using fake = await open()
  await fake.pause()
  await give(fake)
  expect(fake.text()).toContain('Anthropic API key:')
  expect(fake.text()).not.toContain('sk-')
  await fake.press('enter')
  expect([fake.calls, fake.done]).toEqual([['anthropic sk-ant-api03-123'], ['ready', 'closed']])
})

test.each([
  [{ kind: 'foreign', of: 'Elsewhere' }, "a key from Elsewhere, which isn't one of the providers here."],
  [{ kind: 'rejected', said: 'invalid x-api-key' }, 'Anthropic did not accept this key: invalid x-api-key.'],
] as const)('a key that was refused (%j) is said so, and can be typed again', async (problem, words) => {
  await using fake = await open({ saveKey: async () => ({ kind: 'refused', title: 'Anthropic', problem }) })
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
  expect(fake.text()).toContain('3. Use Ollama on this machine  http://127.0.0.1:11434, 2 models')
  await fake.press('3')
  await fake.type('lla')
  await fake.press('enter')
  expect([fake.calls, fake.done]).toEqual([['http://127.0.0.1:11434 llama'], ['ready', 'closed']])
})

test('of one model there is nothing to choose', async () => {
  await using fake = await open({ findLocal: async () => [{ ...ollama, models: ['qwen'] }] })
  await fake.press('3')
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
  await fake.press('3')
  expect(fake.text()).toContain('Use Ollama')
  await fake[Symbol.asyncDispose]()
  expect([looked, fake.aborts()]).toEqual([2, 2])
})

test.each(['ctrl+c', 'escape', '5'])('%s leaves', async key => {
  await using fake = await open()
  await fake.press(key)
  expect(fake.done).toEqual(['leave', 'closed'])
})

test.each([
  [[], true, [words.keyWay('Anthropic'), words.otherWay, `(${words.searching})`, words.demoWay, words.leave]],
  [
    [],
    false,
    [
      words.keyWay('Anthropic'),
      words.otherWay,
      `(${words.noServer})`,
      words.lookAgain,
      words.demoWay,
      words.leave,
    ],
  ],
  [
    [ollama],
    false,
    [words.keyWay('Anthropic'), words.otherWay, words.serverWay('Ollama'), words.demoWay, words.leave],
  ],
  [
    [{ ...ollama, usable: false }],
    false,
    [
      words.keyWay('Anthropic'),
      words.otherWay,
      `(${words.mute('Ollama')})`,
      words.lookAgain,
      words.demoWay,
      words.leave,
    ],
  ],
  [
    [{ ...ollama, models: [] }],
    true,
    [words.keyWay('Anthropic'), words.otherWay, `(${words.serverWay('Ollama')})`, words.demoWay, words.leave],
  ],
])('with %j (searching: %j) the ways are %j', (servers, searching, labels) => {
  const ways = signInOptions({ servers, searching, providers: [ANTHROPIC, OPENAI] }, words)
  expect(ways.map(({ label, disabled }) => (disabled ? `(${label})` : label))).toEqual(labels)
  const hotkeys = ways.flatMap(({ hotkey }) => hotkey ?? [])
  expect(hotkeys).toEqual(hotkeys.map((_, at) => String(at + 1)))
})

test('another provider is chosen from a list, by typing', async () => {
  await using fake = await open()
  await fake.press('2')
  await fake.type('open')
  await fake.press('enter')
  expect(fake.text()).toContain('OpenAI API key:')
  await fake.type('k')
  await fake.press('enter')
  expect(fake.calls).toEqual(['openai k'])
})

test('a key that turns out to be of another provider is said to be kept for that one', async () => {
  await using fake = await open({
    saveKey: async () => ({
      ...KEPT,
      in: 'keychain',
      title: 'Groq',
      checked: true,
      overriddenBy: 'GROQ_API_KEY',
    }),
  })
  await fake.press('1', 'x', 'enter')
  expect(fake.toasts).toEqual([
    'This is a key from Groq. Signed in: Groq accepted the key. Saved in your keychain. But GROQ_API_KEY is set in your environment and is used instead; unset it to use the saved key.',
  ])
})

test('why a stored sign-in is not enough stands above the ways', async () => {
  await using fake = await open({}, { problem: 'Your sign-in has ended.' })
  expect(fake.text()).toContain('Your sign-in has ended.')
})

test.each([
  ['openai', 'OpenAI API key:'],
  ['OpenAI', 'OpenAI API key:'],
  ['nobody', 'There is no provider called "nobody".'],
])('/login %s begins there', async (provider, shown) => {
  await using fake = await open({}, { provider, again: true })
  expect(fake.text()).toContain(shown)
})

test.each([
  [true, 'Close', 'Esc close'],
  [false, 'Exit', 'Esc exit'],
])('leaving goes where it says: with a session behind it (%s) it is "%s"', async (again, label, hint) => {
  await using fake = await open({}, { again })
  expect(fake.text()).toMatch(new RegExp(`\\d\\. ${label}`))
  expect(fake.text()).toContain(hint)
})

const PAGE: SignInPage = { url: 'https://id.house/authorize?x=1', opened: false }

test('signing in with a browser shows the page, takes a pasted code, and says when it is not the right one', async () => {
  const done = Promise.withResolvers<void>()
  const pasted: string[] = []
  const signIn: OnboardingPort['signIn'] = async ({ provider, way }, _signal, show) => {
    const paste = (text: string): boolean => {
      pasted.push(`${provider} ${way} ${text}`)
      if (text === 'good') done.resolve()
      return text === 'good'
    }
    show({ ...PAGE, paste })
    await done.promise
    return KEPT
  }
  await using fake = await open({ signIn }, { provider: 'house' })
  expect(fake.text()).toContain('How do you want to sign in to House?')
  await fake.press('1')
  expect(fake.text()).toContain('https://id.house/authorize?x=1')
  await fake.type('bad')
  await fake.press('enter')
  expect(fake.text()).toContain("That isn't a code from this sign-in.")
  await fake.press('backspace', 'backspace', 'backspace')
  await fake.type('good')
  await fake.press('enter')
  expect([pasted, fake.done]).toEqual([
    ['house browser bad', 'house browser good'],
    ['ready', 'closed'],
  ])
})

test('Esc ends a sign-in that waits for a browser, and the other ways are there again', async () => {
  let ended = false
  const signIn: OnboardingPort['signIn'] = (_to, signal, show) => {
    show({ ...PAGE, code: 'WDJB-MJHT' })
    return new Promise(resolve => {
      signal.addEventListener('abort', () => {
        ended = true
        resolve({ kind: 'failed', because: 'cancelled', said: 'x' })
      })
    })
  }
  await using fake = await open({ signIn }, { provider: 'house' })
  await fake.press('2')
  expect(fake.text()).toContain('Code: WDJB-MJHT')
  await fake.press('escape')
  expect([ended, fake.text().includes('Use another provider'), fake.done]).toEqual([true, true, []])
})

test('a sign-in that failed is told with its reason, and can be tried again', async () => {
  const signIn: OnboardingPort['signIn'] = async () => ({
    kind: 'failed',
    because: 'refused',
    said: 'You said no',
  })
  await using fake = await open({ signIn }, { provider: 'house' })
  await fake.press('1')
  expect(fake.text()).toContain('House refused the sign-in: You said no.')
  expect(fake.done).toEqual([])
})
