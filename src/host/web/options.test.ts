import { expect, test } from 'vitest'
import { canSearch, chooseWeb } from './options.ts'

const endpoint = { endpoint: 'http://127.0.0.1:8080/search' }
const models = { small: 'small', searches: (name: string) => name === 'small' }

test.each([
  [models, {}, true],
  [{ ...models, small: 'other' }, {}, false],
  [{ small: 'small' }, {}, false],
  [undefined, {}, false],
  [{ ...models, small: 'other' }, { webSearch: endpoint }, true],
])('with models %j and settings %j a search is offered: %s', (asked, settings, expected) => {
  expect(canSearch(chooseWeb({ proxy: {} }, settings, '1'), asked)).toBe(expected)
})

test('proxies, the endpoint and who we are go to the engine', () => {
  const proxy = { https: 'http://proxy:3128' }
  expect(chooseWeb({ proxy }, { webSearch: endpoint }, '1.2')).toEqual({
    userAgent: 'capstan/1.2',
    proxy,
    searchEndpoint: endpoint,
  })
})
