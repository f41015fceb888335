import { area } from '../area.ts'

/** Who answers for a model, and what is missing on the way there. Read at every start. */
export const providerText = area('providers', {
  no_credentials: {
    en: 'No API key found. You can:\n  - sign in to any provider: run "capstan auth login"\n  - set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) in the environment\n  - set ANTHROPIC_BASE_URL to a server on this machine (http://127.0.0.1:…) that speaks the Messages API;\n    for a remote one without keys, also set ANTHROPIC_API_KEY to any value\n  - run "capstan demo" to see Capstan work without an account',
    zh: '没有找到 API 密钥。你可以：\n  - 登录任一提供商：运行 "capstan auth login"\n  - 设置环境变量 ANTHROPIC_API_KEY（或 ANTHROPIC_AUTH_TOKEN）\n  - 将 ANTHROPIC_BASE_URL 设为本机上支持 Messages API 的服务（http://127.0.0.1:…）；\n    如果是不需要密钥的远程服务，还要将 ANTHROPIC_API_KEY 设为任意值\n  - 运行 "capstan demo"，无需账号即可观看演示',
  },
  subscription_only: {
    en: 'CLAUDE_CODE_OAUTH_TOKEN belongs to a subscription, which only works in its maker\'s own program. Use an API key instead: set ANTHROPIC_API_KEY (console.anthropic.com/settings/keys), or run "capstan auth login" for any provider.',
    zh: 'CLAUDE_CODE_OAUTH_TOKEN 属于订阅账号，只能在其厂商自己的程序中使用。请改用 API 密钥：设置 ANTHROPIC_API_KEY（console.anthropic.com/settings/keys），或运行 "capstan auth login" 登录任一提供商。',
  },
  not_signed_in: {
    en: 'You aren\'t signed in to {title}. Use /login {name}, or run "capstan auth login {name}".',
    zh: '尚未登录 {title}。请使用 /login {name}，或运行 "capstan auth login {name}"。',
  },
  no_key: {
    en: 'There is no API key for {title}. Set {variables} in the environment, or use /login {name}.',
    zh: '没有 {title} 的 API 密钥。请设置环境变量 {variables}，或使用 /login {name}。',
  },
  variables: { en: '{first} or {others}', zh: '{first} 或 {others}' },
  no_key_printed: {
    en: 'apiKeyHelper printed no key. Run its command yourself to see why.',
    zh: 'apiKeyHelper 没有输出密钥。请自己运行其命令查看原因。',
  },
  bad_address: {
    en: "{variable} isn't an http or https URL: {url}",
    zh: '{variable} 不是 http 或 https 地址：{url}',
  },
  unknown_protocol: {
    en: 'The provider "{name}" in your settings has an unknown protocol. Use one of {protocols:list}.',
    zh: '设置中的提供商 "{name}" 的协议未知。可用：{protocols:list}。',
  },
  no_base_url: {
    en: 'The provider "{name}" in your settings has no baseUrl',
    zh: '设置中的提供商 "{name}" 没有 baseUrl',
  },
  bad_base_url: {
    en: 'The provider "{name}" in your settings has a baseUrl that isn\'t an http or https URL: {url}',
    zh: '设置中的提供商 "{name}" 的 baseUrl 不是 http 或 https 地址：{url}',
  },
  unknown_setting: {
    en: 'There is no provider called "{name}" (setting "provider"). Known: {known:list}.',
    zh: '没有名为 "{name}" 的提供商（设置 "provider"）。可用：{known:list}。',
  },
  mistyped: {
    en: 'There is no provider called "{name}". Did you mean {meant}?',
    zh: '没有名为 "{name}" 的提供商。是否指 {meant}？',
  },
  cloudflare_account: {
    en: 'Cloudflare needs your account id. Set CLOUDFLARE_ACCOUNT_ID in the environment.',
    zh: 'Cloudflare 需要账户 ID。请设置环境变量 CLOUDFLARE_ACCOUNT_ID。',
  },
  no_model_set: {
    en: 'No model is set for {title}. Choose one with --model {name}/<model> or the setting "model".',
    zh: '没有为 {title} 设置模型。请用 --model {name}/<模型> 或设置 "model" 选择。',
  },
  no_model: { en: 'There is no model to ask.', zh: '没有可用的模型。' },
  missing_header: {
    en: 'The header {header} of the provider {title} needs {variable}. Set it in the environment.',
    zh: '提供商 {title} 的请求头 {header} 需要 {variable}。请在环境变量中设置。',
  },
  bad_store: {
    en: 'CAPSTAN_CERT_STORE must be "bundled", "system" or both, not "{value}".',
    zh: 'CAPSTAN_CERT_STORE 必须是 "bundled"、"system" 或两者，而不是 "{value}"。',
  },
  no_certificate: {
    en: 'There is no certificate in {file} ({variable}). It has to be a PEM file.',
    zh: '{file}（{variable}）中没有证书。它必须是 PEM 文件。',
  },
  half_certificate: {
    en: 'A client certificate needs both CAPSTAN_CLIENT_CERT and CAPSTAN_CLIENT_KEY.',
    zh: '客户端证书需要同时设置 CAPSTAN_CLIENT_CERT 和 CAPSTAN_CLIENT_KEY。',
  },
  wrong_passphrase: {
    en: 'CAPSTAN_CLIENT_KEY_PASSPHRASE is missing or wrong',
    zh: 'CAPSTAN_CLIENT_KEY_PASSPHRASE 未设置或不正确',
  },
  bad_certificate: {
    en: "The client certificate {certificate} with the key {key} can't be used: {reason}.",
    zh: '无法使用客户端证书 {certificate} 和密钥 {key}：{reason}。',
  },
  unreadable_file: {
    en: "{variable} names a file that can't be read: {reason}.",
    zh: '无法读取 {variable} 指定的文件：{reason}。',
  },
  vertex_project: {
    en: 'Set ANTHROPIC_VERTEX_PROJECT_ID to the Google Cloud project to use.',
    zh: '请将 ANTHROPIC_VERTEX_PROJECT_ID 设为要使用的 Google Cloud 项目。',
  },
  foundry_resource: {
    en: 'Set ANTHROPIC_FOUNDRY_RESOURCE (or ANTHROPIC_FOUNDRY_BASE_URL) to your resource.',
    zh: '请将 ANTHROPIC_FOUNDRY_RESOURCE（或 ANTHROPIC_FOUNDRY_BASE_URL）设为你的资源。',
  },
  azure_endpoint: {
    en: 'Set AZURE_OPENAI_ENDPOINT to the address of your resource.',
    zh: '请将 AZURE_OPENAI_ENDPOINT 设为你的资源地址。',
  },
})
