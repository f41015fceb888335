import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { Browser } from '../../features/browser/browser.ts'
import { findBrowser } from '../../features/browser/find-browser.ts'
import { launchBrowser } from '../../features/browser/launch.ts'
import { browserProfile } from '../../features/browser/profile.ts'
import { exactHosts } from '../../features/permissions/rules/match-domain.ts'
import { type ParsedRule, parseRules } from '../../features/permissions/rules/rules.ts'
import { EgressProxy } from '../../features/sandbox/egress-proxy.ts'
import type { HostList } from '../../features/sandbox/host-list.ts'
import { errorText } from '../../lib/error-text.ts'
import { searchPath } from '../../lib/find-program.ts'
import { matchesHost } from '../../lib/network/match-host.ts'
import { hostOf, refuseUrl } from '../../lib/network/refuse-url.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { Rule } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { BrowserOptions } from './options.ts'
import type { Sites } from './sites.ts'

const says = modelTexts('browser_start', {
  none: {
    en: 'No browser was found: Chrome, Chromium or Edge has to be installed, or named with the setting browser.path.',
    zh: '没有找到浏览器：需要用户安装 Chrome、Chromium 或 Edge，或用设置 browser.path 指定。',
  },
  notStarted: {
    en: 'The browser {file} did not start: {why}. If it is open elsewhere with the same profile, that has to be closed first.',
    zh: '浏览器 {file} 未能启动：{why}。如果它已在别处用同一配置打开，须先关闭。',
  },
  silent: { en: 'it ended without a word', zh: '它没有输出任何内容就结束了' },
})

export interface OpenedBrowser extends AsyncDisposable {
  readonly browser: Browser
  readonly proxy: EgressProxy
  /** Its own sandbox holds its pages. */
  readonly enclosed: boolean
}

interface Opening {
  readonly window: boolean
  readonly visits: Sites['mayVisit']
  onChanged(): void
}

const SIZE = { width: 1280, height: 800 }
const MEMORY_BYTES = 4 * 1024 ** 3

/** Starts it, with the one way out it has. Throws ToolError when there is none, or it does not start. */
export const openBrowser = async (
  at: BrowserOptions,
  { window, visits, onChanged }: Opening,
): Promise<OpenedBrowser> => {
  const { config, childEnv } = at
  const { platform } = config.place
  const settings = config.browser?.settings ?? {}
  const env = childEnv()
  const file = settings.path ?? findBrowser({ platform, path: searchPath(env, platform) }, window)
  if (file === undefined) throw new ToolError(says('none'))
  // Its own sandbox cannot be had as root, and nothing of it is worth less than a page.
  const enclosed = process.getuid?.() !== 0
  const token = randomBytes(16).toString('hex')
  const upstream = config.web?.proxy
  const proxy = await EgressProxy.open({
    hosts: hostsOf(at),
    token,
    challenges: true,
    client: 'browser',
    ...(upstream ? { upstream } : {}),
    ...(config.browser?.resolve ? { resolve: config.browser.resolve } : {}),
  })
  const { port = 0 } = proxy
  const profile = browserProfile(settings.profile ?? 'fresh', {
    kept: config.browser?.keptProfile ?? '',
    tmpDir: config.browser?.tmpDir ?? '',
  })
  const launched = await launchBrowser({
    ...{ file, env, window, enclosed, ...SIZE },
    profile: profile.directory,
    proxyPort: port,
    memoryBytes: MEMORY_BYTES,
  }).catch(async (error: unknown) => {
    await proxy[Symbol.asyncDispose]()
    profile.remove()
    const why = errorText(error)
    throw new ToolError(says('notStarted', { file, why: why === '' ? says('silent') : why }))
  })
  const browser = await Browser.open({
    launched,
    visits: { mayVisit: visits, proxy: { port, token } },
    downloads: join(dirname(resultsDirectory(config)), 'downloads'),
    onChanged,
  })
  return {
    browser,
    proxy,
    enclosed,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
      profile.remove()
    },
  }
}

/**
 * What the browser may connect to, for whatever reason: all that is public and that no rule denies, and of private
 * addresses only hosts that an allow rule names. Read anew with each connection, for rules come while it runs.
 */
const hostsOf = ({ live }: BrowserOptions): HostList => {
  let of: readonly Rule[] | undefined
  let known: { readonly open: readonly string[]; readonly denied: readonly string[] } | undefined
  const current = () => {
    if (known && of === live.rules) return known
    of = live.rules
    const { allow, deny } = parseRules(live.rules)
    known = { open: exactHosts(allow, RULE_NAMES.browser), denied: deny.flatMap(deniedHost) }
    return known
  }
  return {
    get open() {
      return current().open
    },
    mayAsk: () => false,
    refuse(url) {
      const host = hostOf(url)
      if (current().denied.some(pattern => matchesHost(pattern, host)))
        return { en: `a deny rule names ${host}`, zh: `有拒绝规则写明 ${host}` }
      return refuseUrl(url.href, current().open)
    },
  }
}

const deniedHost = ({ tool, spec }: ParsedRule): readonly string[] => {
  const host = /^domain:(.+)$/.exec(spec ?? '')?.[1]
  return host !== undefined && (tool === RULE_NAMES.browser || tool === RULE_NAMES.network) ? [host] : []
}
