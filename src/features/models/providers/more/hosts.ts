import { providerText } from '../../../../protocol/messages/host/providers.ts'
import type { Provider } from '../provider.ts'
import { chatProvider } from './chat-provider.ts'
import { messagesAt } from './variants.ts'

const fireworks = chatProvider({
  name: 'fireworks',
  title: 'Fireworks',
  url: 'https://api.fireworks.ai/inference/v1',
  key: 'FIREWORKS_API_KEY',
  keysAt: 'app.fireworks.ai/settings/users/api-keys',
  keyBegins: /^fw_/,
  chat: { reasoning: 'reasoning_content' },
  models: {
    usual: 'accounts/fireworks/models/glm-5p2',
    small: 'accounts/fireworks/models/gpt-oss-20b',
  },
})

const vercel = chatProvider({
  name: 'vercel',
  title: 'Vercel AI Gateway',
  url: 'https://ai-gateway.vercel.sh/v1',
  key: 'AI_GATEWAY_API_KEY',
  keysAt: 'vercel.com/dashboard/ai-gateway/api-keys',
  keyBegins: /^vck_/,
  // Its list of models is there for everybody.
  keyCheck: '/credits',
  chat: { effort: 'reasoning', files: true },
  models: { usual: 'anthropic/claude-sonnet-4.5', small: 'anthropic/claude-haiku-4.5' },
})

/** The token is the person's own for many things: it answers where it is named. */
const cloudflare: Provider = {
  ...chatProvider({
    name: 'cloudflare',
    title: 'Cloudflare AI Gateway',
    url: '',
    key: 'CLOUDFLARE_API_TOKEN',
    keyCheck: null,
    models: { usual: '@cf/zai-org/glm-5.2' },
  }),
  endpoint: {
    url: '',
    variable: 'CLOUDFLARE_AI_BASE_URL',
    build: ({ CLOUDFLARE_ACCOUNT_ID: account }) =>
      account
        ? `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/ai/v1`
        : { missing: providerText('cloudflare_account') },
  },
  byName: true,
  secretNames: [],
}

/** Others than the makers of models: who runs open ones, and who stands in front of many. */
export const HOSTS: readonly Provider[] = [
  fireworks,
  chatProvider({
    name: 'together',
    title: 'Together AI',
    url: 'https://api.together.ai/v1',
    key: 'TOGETHER_API_KEY',
    keysAt: 'api.together.ai/settings/api-keys',
    chat: { reasoning: 'reasoning' },
    models: { usual: 'zai-org/GLM-5.2', small: 'openai/gpt-oss-20b' },
  }),
  chatProvider({
    name: 'cerebras',
    title: 'Cerebras',
    url: 'https://api.cerebras.ai/v1',
    key: 'CEREBRAS_API_KEY',
    keysAt: 'cloud.cerebras.ai',
    keyBegins: /^csk-/,
    reservesOutput: true,
    chat: { maxTokens: 'max_completion_tokens', reasoning: 'reasoning' },
    models: { usual: 'gpt-oss-120b' },
  }),
  chatProvider({
    name: 'nvidia',
    title: 'NVIDIA',
    url: 'https://integrate.api.nvidia.com/v1',
    key: 'NVIDIA_API_KEY',
    keysAt: 'build.nvidia.com/settings/api-keys',
    keyBegins: /^nvapi-/,
    keyCheck: null,
    chat: { effort: 'none' },
    models: { usual: 'minimaxai/minimax-m3' },
  }),
  {
    // A token for all that the person keeps there: it answers where it is named, and commands keep it.
    ...chatProvider({
      name: 'huggingface',
      title: 'Hugging Face',
      url: 'https://router.huggingface.co/v1',
      key: 'HF_TOKEN',
      keysAt: 'huggingface.co/settings/tokens',
      keyBegins: /^hf_/,
      keyCheck: null,
      models: { usual: 'zai-org/GLM-5.2', small: 'openai/gpt-oss-120b' },
    }),
    byName: true,
    secretNames: [],
  },
  vercel,
  messagesAt(vercel, 'https://ai-gateway.vercel.sh'),
  cloudflare,
  chatProvider({
    name: 'ollama-cloud',
    title: 'Ollama Cloud',
    url: 'https://ollama.com/v1',
    key: 'OLLAMA_API_KEY',
    keysAt: 'ollama.com/settings/keys',
    keyCheck: null,
    chat: { reasoning: 'reasoning' },
    models: { usual: 'glm-5.2', small: 'gpt-oss:20b' },
  }),
  {
    // With a token that the person made for it; whoever else may ask there, and as whom, is GitHub's business.
    ...chatProvider({
      name: 'copilot',
      title: 'GitHub Copilot',
      url: 'https://api.githubcopilot.com',
      key: 'COPILOT_GITHUB_TOKEN',
      keysAt: 'github.com/settings/personal-access-tokens',
      keyCheck: null,
      models: { usual: 'gpt-5-mini' },
    }),
    byName: true,
  },
]
