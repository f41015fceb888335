import type { ModelChoice } from '../../engine/models/options.ts'
import type { WebChoice } from '../../engine/web/options.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { EnvironmentOptions } from '../environment.ts'

/** How tools reach the web: the proxies of the environment, and who searches. */
export const chooseWeb = (
  environment: Pick<EnvironmentOptions, 'proxy'>,
  settings: Pick<Settings, 'webSearch'>,
  version: string,
): WebChoice => ({
  userAgent: `capstan/${version}`,
  proxy: environment.proxy,
  ...(settings.webSearch ? { searchEndpoint: settings.webSearch } : {}),
})

/** Whether there is anybody to search at all; without, the tool is not offered. Small questions are what search. */
export const canSearch = (
  web: WebChoice,
  models: Pick<ModelChoice, 'small' | 'searches'> | undefined,
): boolean => web.searchEndpoint !== undefined || models?.searches?.(models.small) === true

/** Gateways and local servers speak the protocol, but few of them run the vendor's server tools. */
export const isVendor = (baseUrl: string | undefined): boolean =>
  baseUrl === undefined || (URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.anthropic.com')
