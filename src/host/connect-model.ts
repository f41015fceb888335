import { ExitError } from '../cli/exit-error.ts'
import { createAnthropicModel } from '../features/models/protocols/anthropic.ts'
import { withRetry } from '../features/models/retry.ts'
import { sleepFor } from '../features/models/sleep.ts'
import { childEnvironment } from '../features/shell/child-environment.ts'
import type { Model } from '../protocol/model.ts'
import type { Env, EnvironmentOptions } from './environment.ts'

const API_URL = 'https://api.anthropic.com'

export interface Credential {
  /** Where it came from; never its value. */
  readonly source: string
  readonly apiKey?: string
  readonly authToken?: string
}

export const NO_CREDENTIALS = `No credentials for a model. Three ways on:
  - set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) in the environment
  - set ANTHROPIC_BASE_URL to a server on this machine (http://127.0.0.1:…) that speaks the Messages API;
    for one elsewhere that wants no key, also set ANTHROPIC_API_KEY to any word
  - run "capstan demo" to see Capstan work without an account`

/** Somebody at a screen is offered these ways instead. */
export class NoCredentialsError extends ExitError {
  constructor() {
    super(1, NO_CREDENTIALS)
  }
}

export const findCredential = async (
  options: EnvironmentOptions,
  helper: { readonly command: string | undefined; readonly env: Env; readonly cwd: string },
): Promise<Credential | undefined> => {
  // Before the question of a key: whoever mistyped the address of a server without keys would be told the wrong thing.
  if (options.baseUrl) checkAddress(options.baseUrl)
  if (options.apiKey) return { source: 'ANTHROPIC_API_KEY', apiKey: options.apiKey }
  if (options.authToken) return { source: 'ANTHROPIC_AUTH_TOKEN', authToken: options.authToken }
  if (helper.command) return { source: 'apiKeyHelper', apiKey: await runKeyHelper(helper.command, helper) }
  if (options.storedKey) return { source: 'credentials.json', apiKey: options.storedKey }
  if (options.baseUrl && isLoopback(options.baseUrl)) return { source: 'none' }
  return undefined
}

/** The person's own command; it prints the key, and like every child gets none of those that are there. */
const runKeyHelper = async (
  command: string,
  at: { readonly env: Env; readonly cwd: string },
): Promise<string> => {
  const { execFileSync } = await import('node:child_process')
  try {
    const key = execFileSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      env: childEnvironment(at.env, { secretNames: [], projectDir: at.cwd }),
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
    }).trim()
    if (key !== '') return key
  } catch {
    // Its own words are on stderr already; ours follow.
  }
  throw new ExitError(1, 'apiKeyHelper gave no key. Run the command of that setting by hand to see why.')
}

const checkAddress = (url: string): void => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new ExitError(1, `ANTHROPIC_BASE_URL is not an http or https address: ${JSON.stringify(url)}`)
}

const isLoopback = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}

/** The provider's model with retries. */
export const connectModel = (
  options: EnvironmentOptions,
  credential: Credential,
  about: { readonly version: string; readonly log?: (line: string) => void },
): Model => {
  const baseUrl = options.baseUrl ?? API_URL
  const model = createAnthropicModel({
    baseUrl,
    apiKey: credential.apiKey,
    authToken: credential.authToken,
    headers: options.headers,
    userAgent: `capstan/${about.version}${options.clientApp ? ` (${options.clientApp})` : ''}`,
    proxy: options.proxy,
    betas: options.betas,
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
    ...(options.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: options.requestTimeoutMs }),
    ...(options.extraBody === undefined ? {} : { extraBody: parseExtraBody(options.extraBody) }),
    ...(about.log ? { log: about.log } : {}),
  })
  return withRetry(model, {
    sleep: sleepFor,
    random: Math.random,
    ...(options.maxRetries === undefined ? {} : { maxRetries: options.maxRetries }),
  })
}

const parseExtraBody = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Said below, in one place for every way of being wrong.
  }
  throw new ExitError(1, 'CAPSTAN_EXTRA_BODY (or its twin) must be a JSON object.')
}
