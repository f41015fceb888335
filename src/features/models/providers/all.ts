import { CLOUDS, MAKERS, PROVIDERS } from './index.ts'
import { LOCAL_SERVERS } from './local.ts'
import { CHINESE } from './more/chinese.ts'
import { HOSTS } from './more/hosts.ts'
import { deepseek, groq, mistral, openrouter, xai } from './more/makers.ts'
import type { Provider } from './provider.ts'

const OTHER_MAKERS: readonly Provider[] = [openrouter, groq, mistral, deepseek, xai]

/** Those that a run loads only where one of them may be asked; `MORE_KEYS` says by which variables that shows. */
export const MORE_PROVIDERS: readonly Provider[] = [...OTHER_MAKERS, ...CHINESE, ...HOSTS]

/** In the order in which one with a credential is looked for: servers on this machine last. */
export const ALL_PROVIDERS: readonly [Provider, ...Provider[]] = [
  PROVIDERS[0],
  ...MAKERS,
  ...OTHER_MAKERS,
  ...CLOUDS,
  ...CHINESE,
  ...HOSTS,
  ...LOCAL_SERVERS,
]
