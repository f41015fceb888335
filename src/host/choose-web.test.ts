import { expect, test } from 'vitest'
import { canSearch, chooseWeb } from './choose-web.ts'

const endpoint = { endpoint: 'http://127.0.0.1:8080/search' }

test.each([
  [undefined, {}, true],
  ['https://api.anthropic.com', {}, true],
  ['http://127.0.0.1:9', {}, false],
  ['https://api.anthropic.com.evil.test', {}, false],
  ['http://127.0.0.1:9', { webSearch: endpoint }, true],
])('with the model at %s and settings %j a search is offered: %s', (baseUrl, settings, expected) => {
  expect(canSearch(chooseWeb({ baseUrl, proxy: {} }, settings, '1'))).toBe(expected)
})

test('proxies, the endpoint and who we are go to the engine', () => {
  const proxy = { https: 'http://proxy:3128' }
  expect(chooseWeb({ baseUrl: 'http://127.0.0.1:9', proxy }, { webSearch: endpoint }, '1.2')).toEqual({
    userAgent: 'capstan/1.2',
    proxy,
    searchEndpoint: endpoint,
  })
})
