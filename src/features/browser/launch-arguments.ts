/** How a browser is started. */
export interface LaunchWish {
  readonly profile: string
  readonly window: boolean
  /** False: as root the browser's own sandbox does not start. */
  readonly enclosed: boolean
  /** The port of the proxy that everything goes through. */
  readonly proxyPort: number
  readonly width: number
  readonly height: number
}

/** Nothing of the browser's own calls home, and nothing finds a way around the proxy. */
const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--no-pings',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  // In a container it is too small.
  '--disable-dev-shm-usage',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-quic',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--metrics-recording-only',
  '--safebrowsing-disable-auto-update',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--disable-features=${[
    'AutofillServerCommunication',
    'CertificateTransparencyComponentUpdater',
    'DialMediaRouteProvider',
    'InterestFeedContentSuggestions',
    'MediaRouter',
    'NoStatePrefetch',
    'OptimizationHints',
    'Prerender2',
    'PrivacySandboxSettings4',
    'SpeculationRulesPrefetchFuture',
    'Translate',
  ].join(',')}`,
  // Throttled, a page that is not in front would seem to hang.
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  // What a page keeps for itself; what is beyond it is held by the limit of the process.
  '--js-flags=--max-old-space-size=1024',
]

export const launchArguments = (wish: LaunchWish): readonly string[] => [
  '--remote-debugging-pipe',
  `--user-data-dir=${wish.profile}`,
  ...(wish.window ? [] : ['--headless', '--hide-scrollbars', '--mute-audio']),
  ...(wish.enclosed ? [] : ['--no-sandbox']),
  `--proxy-server=http://127.0.0.1:${wish.proxyPort}`,
  // Addresses of this machine go through it as well, and no name is looked up but by it.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--window-size=${wish.width},${wish.height}`,
  ...QUIET,
  'about:blank',
]
