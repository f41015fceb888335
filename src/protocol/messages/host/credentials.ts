import { area } from '../area.ts'

/** Signing in, and what keeps secrets: keychain, file, cloud accounts. */
export const credentialText = area('credentials', {
  no_longer_stored: { en: 'it is no longer stored', zh: '已不再保存' },
  no_oauth_settings: { en: 'its settings no longer have "oauth"', zh: '其设置中已没有 "oauth"' },
  key_gone: {
    en: 'The API key for {title} is gone. Sign in again: capstan auth login {name}',
    zh: '{title} 的 API 密钥已不存在。请重新登录：capstan auth login {name}',
  },
  sign_in_ended: {
    en: 'Your sign-in to {title} has expired or was revoked ({reason}). Sign in again with /login {name} or "capstan auth login {name}".',
    zh: '对 {title} 的登录已过期或被撤销（{reason}）。请用 /login {name} 或 "capstan auth login {name}" 重新登录。',
  },
  not_renewed: {
    en: 'Your sign-in to {title} can\'t be renewed: {reason}. Check "oauth" of this provider in your settings.',
    zh: '无法更新对 {title} 的登录：{reason}。请检查设置中该提供商的 "oauth"。',
  },
  sign_in_unreachable: {
    en: "Your sign-in to {title} can't be renewed: its server can't be reached ({reason}). Check the network.",
    zh: '无法更新对 {title} 的登录：无法连接其服务器（{reason}）。请检查网络。',
  },
  keychain_absent: {
    en: "The credential for {provider} is in your keychain, which can't be used here. Unlock it, or sign in again: capstan auth login {provider}",
    zh: '{provider} 的凭据在系统钥匙串中，此处无法使用。请解锁，或重新登录：capstan auth login {provider}',
  },
  keychain_unreadable: {
    en: "The credential for {provider} is in your keychain, which can't be read: {reason}. Unlock it, or sign in again: capstan auth login {provider}",
    zh: '{provider} 的凭据在系统钥匙串中，无法读取：{reason}。请解锁，或重新登录：capstan auth login {provider}',
  },
  not_in_keychain: {
    en: 'The credential for {provider} is no longer in your keychain. Sign in again: capstan auth login {provider}',
    zh: '{provider} 的凭据已不在系统钥匙串中。请重新登录：capstan auth login {provider}',
  },
  keychain_kept_it: {
    en: "The keychain didn't remove the credential for {provider}: {reason}. Unlock it and try again.",
    zh: '系统钥匙串没有删除 {provider} 的凭据：{reason}。请解锁后重试。',
  },
  keychain_silent: { en: 'it did not answer', zh: '没有响应' },
  keychain_locked: { en: 'it is locked', zh: '已锁定' },
  no_keychain: { en: 'there is none', zh: '没有钥匙串' },
  lock_held: {
    en: 'Another process holds {path} and does not let go.',
    zh: '另一个进程占用 {path} 且没有释放。',
  },
  no_provider: { en: 'There is no provider called "{name}".', zh: '没有名为 "{name}" 的提供商。' },
  nobody_to_sign_in_to: { en: 'There is nobody to sign in to.', zh: '没有可以登录的提供商。' },
  no_oauth: { en: '{title} has no "oauth" in your settings', zh: '设置中的 {title} 没有 "oauth"' },
  canceled: { en: 'the sign-in was canceled', zh: '登录已取消' },
  no_answer_in_time: { en: 'no answer in time', zh: '没有按时响应' },
  not_renewable: { en: 'it cannot be renewed', zh: '无法更新' },
  no_sign_in_page: {
    en: 'the server has no sign-in page (authorizationEndpoint)',
    zh: '服务器没有登录页面（authorizationEndpoint）',
  },
  port_taken: {
    en: 'port {port} on this machine is not free ({code})',
    zh: '本机端口 {port} 已被占用（{code}）',
  },
  no_device_sign_in: {
    en: 'the server knows no sign-in by code (deviceEndpoint)',
    zh: '服务器不支持用代码登录（deviceEndpoint）',
  },
  code_unused: { en: 'the code was not used in time', zh: '代码没有按时使用' },
  bad_page_address: { en: 'the address of the sign-in page is none', zh: '登录页面的地址无效' },
  no_issuer: {
    en: '"oauth" in the settings needs an issuer or a tokenEndpoint',
    zh: '设置中的 "oauth" 需要 issuer 或 tokenEndpoint',
  },
  no_aws: {
    en: 'No AWS credentials found. Run "aws configure" or "aws sso login", or set AWS_PROFILE, AWS_ACCESS_KEY_ID or AWS_BEARER_TOKEN_BEDROCK.',
    zh: '没有找到 AWS 凭据。请运行 "aws configure" 或 "aws sso login"，或设置 AWS_PROFILE、AWS_ACCESS_KEY_ID 或 AWS_BEARER_TOKEN_BEDROCK。',
  },
  refresh_failed: {
    en: 'The command in {setting} failed: {reason}. Run it yourself to see why.',
    zh: '{setting} 中的命令失败：{reason}。请自己运行该命令查看原因。',
  },
  export_unreadable: {
    en: 'awsCredentialExport printed no AWS credentials. It must print JSON with AccessKeyId and SecretAccessKey.',
    zh: 'awsCredentialExport 没有输出 AWS 凭据。它必须输出包含 AccessKeyId 和 SecretAccessKey 的 JSON。',
  },
  no_azure: {
    en: 'No key for this Azure resource and nobody is signed in. Set its API key in the environment, or run "az login".',
    zh: '没有此 Azure 资源的密钥，也没有登录。请在环境变量中设置其 API 密钥，或运行 "az login"。',
  },
  no_google: {
    en: 'No Google Cloud credentials found. Run "gcloud auth application-default login", or set GOOGLE_APPLICATION_CREDENTIALS to a key file.',
    zh: '没有找到 Google Cloud 凭据。请运行 "gcloud auth application-default login"，或将 GOOGLE_APPLICATION_CREDENTIALS 设为密钥文件。',
  },
  google_unreadable: {
    en: 'The Google Cloud credentials in {path} cannot be read.',
    zh: '无法读取 {path} 中的 Google Cloud 凭据。',
  },
  google_refused: {
    en: 'Google Cloud did not accept the credentials ({reason}). Run "gcloud auth application-default login" again.',
    zh: 'Google Cloud 不接受凭据（{reason}）。请重新运行 "gcloud auth application-default login"。',
  },
})
