import type { WebChoice } from '../engine/options/web-choice.ts'
import type { Settings } from '../protocol/settings.ts'
import type { EnvironmentOptions } from './environment.ts'

/** How tools reach the web: the proxies of the environment, and who searches. */
export const chooseWeb = (
  environment: Pick<EnvironmentOptions, 'baseUrl' | 'proxy'>,
  settings: Pick<Settings, 'webSearch'>,
  version: string,
): WebChoice => ({
  userAgent: `capstan/${version}`,
  proxy: environment.proxy,
  ...(settings.webSearch ? { searchEndpoint: settings.webSearch } : {}),
  ...(isVendor(environment.baseUrl) ? { providerSearches: true } : {}),
})

/** Whether there is anybody to search at all; without, the tool is not offered. */
export const canSearch = (web: WebChoice): boolean =>
  web.searchEndpoint !== undefined || web.providerSearches === true

/** Gateways and local servers speak the protocol, but few of them run the vendor's server tools. */
export const isVendor = (baseUrl: string | undefined): boolean =>
  baseUrl === undefined || (URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.anthropic.com')
