import { area } from '../area.ts'

/** What ends `capstan update`. */
export const updateText = area('cli_update', {
  only_newest: {
    en: 'The native program can only be replaced by the newest release; version {version} is on npm: npm install -g capstan@{version}.',
    zh: '原生程序只能更新到最新发布版；版本 {version} 可从 npm 安装：npm install -g capstan@{version}。',
  },
  no_source: {
    en: 'This build has no place to look for updates. Set CAPSTAN_UPDATE_URL and CAPSTAN_UPDATE_KEY, or download the new version yourself.',
    zh: '此版本没有更新来源。请设置 CAPSTAN_UPDATE_URL 和 CAPSTAN_UPDATE_KEY，或自行下载新版本。',
  },
  not_signed: {
    en: 'The release is not signed with the expected key, so nothing was changed.',
    zh: '该版本没有用预期的密钥签名，未做任何更改。',
  },
  not_for_target: {
    en: "The newest version, {version}, isn't available for {target}.",
    zh: '最新版本 {version} 不支持 {target}。',
  },
  no_npm: {
    en: 'npm was not found. Install it, or update Capstan by hand.',
    zh: '未找到 npm。请安装，或手动更新 Capstan。',
  },
  no_keys: {
    en: 'Your npm registry publishes no signing keys, so Capstan {version} can\'t be verified and nothing was changed. If you trust the registry, run "npm install -g capstan@{version}".',
    zh: '你的 npm 源没有发布签名密钥，无法验证 Capstan {version}，未做任何更改。如果信任该源，请运行 "npm install -g capstan@{version}"。',
  },
  registry_unsigned: {
    en: "Capstan {version} isn't signed by the npm registry, so nothing was changed.",
    zh: 'Capstan {version} 没有 npm 源的签名，未做任何更改。',
  },
  bad_signature: {
    en: "The signature of Capstan {version} isn't valid, so nothing was changed: {why}.",
    zh: 'Capstan {version} 的签名无效，未做任何更改：{why}。',
  },
  other_download: {
    en: "The download isn't the Capstan {version} that the npm registry signed, so nothing was changed.",
    zh: '下载的内容不是 npm 源签名的 Capstan {version}，未做任何更改。',
  },
  unreachable: {
    en: "Can't reach the server for updates. Check your connection and try again.",
    zh: '无法连接更新服务器。请检查网络后重试。',
  },
  host_unreachable: {
    en: "Can't reach the server for updates ({host}). Check your connection and try again.",
    zh: '无法连接更新服务器（{host}）。请检查网络后重试。',
  },
  no_release: { en: 'no release was looked up', zh: '没有查找到版本' },
  release_damaged: { en: 'the description of the release is damaged', zh: '版本说明已损坏' },
  release_unnamed: { en: 'the release names no version', zh: '版本说明中没有版本号' },
  registry_unnamed: { en: 'the registry named no version', zh: 'npm 源没有给出版本号' },
  not_packed: { en: 'npm brought no package', zh: 'npm 没有取得软件包' },
  no_checksum: { en: 'the registry named no checksum', zh: 'npm 源没有给出校验和' },
  keys_status: {
    en: 'the registry answered {status:number} for its keys',
    zh: '向 npm 源查询密钥时返回 {status}',
  },
  not_starting: { en: 'the new version does not start here', zh: '新版本在此处无法启动' },
  too_large: { en: 'the download is too large', zh: '下载的内容过大' },
  server_status: {
    en: 'the server for updates answered {status:number} for {address}',
    zh: '更新服务器对 {address} 返回 {status}',
  },
  key_unlisted: {
    en: "it was made with a key that the registry doesn't list",
    zh: '签名所用的密钥不在 npm 源公布的列表中',
  },
  key_expired: { en: 'it was made with a key that had expired', zh: '签名所用的密钥已过期' },
  no_match: { en: "it doesn't match the package", zh: '签名与软件包不符' },
  damaged: {
    en: 'The download is damaged, so nothing was changed. Try again later.',
    zh: '下载的内容已损坏，未做任何更改。请稍后重试。',
  },
  no_package: {
    en: 'The npm registry has no package "capstan". Check the registry in your npm settings.',
    zh: 'npm 源中没有软件包 "capstan"。请检查 npm 设置中的源。',
  },
  not_writable: {
    en: "Capstan is installed where you can't write. Run the update as the user who installed it.",
    zh: 'Capstan 安装在你无权写入的位置。请以安装它的用户运行更新。',
  },
  failed: {
    en: 'The update failed and nothing was changed: {error}',
    zh: '更新失败，未做任何更改：{error}',
  },
})
