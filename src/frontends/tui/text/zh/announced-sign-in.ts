/** What credentials that are missing, refused or at their end tell people. */
export const ANNOUNCED_SIGN_IN_ZH: Readonly<Record<string, string>> = {
  'No key was sent. Set {}, or use {}.': '没有发送密钥。请设置 {1}，或使用 {2}。',
  'No key was sent. Use {}.': '没有发送密钥。请使用 {1}。',
  'The key came from the command in the apiKeyHelper setting: run that command to see what it prints.':
    '密钥来自设置 apiKeyHelper 中的命令：请运行它查看输出。',
  'The key is the one saved in credentials.json of your Capstan directory. Replace it with {}.':
    '密钥保存在 Capstan 目录的 credentials.json 中。可用 {1} 更换。',
  'The key is the one saved in your keychain. Replace it with {}.': '密钥保存在系统钥匙串中。可用 {1} 更换。',
  'The token came from your sign-in to {}. Sign in again with {}.':
    '令牌来自你对 {1} 的登录。请用 {2} 重新登录。',
  "It came from your {}. Renew it with the cloud's own tool, and check that the account may use this model.":
    '它来自你的 {1}。请用该云的工具更新，并确认账户可以使用此模型。',
  'The key came from {} in the environment. Set it to a valid key and restart Capstan, or unset it and use {}.':
    '密钥来自环境变量 {1}。请设为有效密钥并重启 Capstan，或取消设置后使用 {2}。',
  'There is no API key for {}. Set {} in the environment, or use /login {}.':
    '没有 {1} 的 API 密钥。请设置环境变量 {2}，或使用 /login {3}。',
  'You aren\'t signed in to {}. Use /login {}, or run "capstan auth login {}".':
    '尚未登录 {1}。请使用 /login {2}，或运行 "capstan auth login {3}"。',
  'Your sign-in to {} has expired or was revoked ({}). Sign in again with /login {} or "capstan auth login {}".':
    '对 {1} 的登录已过期或被撤销（{2}）。请用 /login {3} 或 "capstan auth login {4}" 重新登录。',
  'Your sign-in to {} can\'t be renewed: {}. Check "oauth" of this provider in your settings.':
    '无法更新对 {1} 的登录：{2}。请检查设置中该提供商的 "oauth"。',
  "Your sign-in to {} can't be renewed: its server can't be reached ({}). Check the network.":
    '无法更新对 {1} 的登录：无法连接其服务器（{2}）。请检查网络。',
  "The credential for {} is in your keychain, which can't be used here. {}":
    '{1} 的凭据在系统钥匙串中，此处无法使用。{2}',
  "The credential for {} is in your keychain, which can't be read: {}. {}":
    '{1} 的凭据在系统钥匙串中，无法读取：{2}。{3}',
  'Unlock it, or sign in again: capstan auth login {}': '请解锁，或重新登录：capstan auth login {1}',
  'The credential for {} is no longer in your keychain. Sign in again: capstan auth login {}':
    '{1} 的凭据已不在系统钥匙串中。请重新登录：capstan auth login {2}',
  "The keychain didn't remove the credential for {}: {}. Unlock it and try again.":
    '系统钥匙串没有删除 {1} 的凭据：{2}。请解锁后重试。',
  'The API key for {} is gone. Sign in again: capstan auth login {}':
    '{1} 的 API 密钥已不存在。请重新登录：capstan auth login {2}',
  'Another process holds {} and does not let go.': '另一个进程占用 {1} 且没有释放。',
  'There is no provider called "{}".': '没有名为 "{1}" 的提供商。',
  'There is no provider called "{}" (setting "provider"). Known: {}.':
    '没有名为 "{1}" 的提供商（设置 "provider"）。可用：{2}。',
  'CAPSTAN_TEAMS_BACKEND: expected files or nats, found "{}".':
    'CAPSTAN_TEAMS_BACKEND：应为 files 或 nats，实际为 "{1}"。',
  "Plugin {} wants sessions to run as the agent {}, which doesn't exist.":
    '插件 {1} 要求会话以智能体 {2} 运行，但没有这个智能体。',
  'There is nobody to sign in to.': '没有可以登录的提供商。',
}
