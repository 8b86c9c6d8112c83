import { jaCheckout } from './checkout/ja.ts';
import { jaEmails } from './emails/ja.ts';
import type { Messages } from './messages.ts';
import { jaPortal } from './portal/ja.ts';
import { jaReceipts } from './receipts/ja.ts';

export const ja: Messages = {
  'common.optional': '任意',
  'common.tryAgain': 'もう一度試す',
  'common.notLoaded': 'ページを最後まで読み込めなかったため、まだご利用いただけません。',
  'common.loadAgain': '再読み込み',
  'common.copy': '{what}をコピー',
  'common.copied': 'コピーしました',
  'common.copyShort': 'コピー',
  'common.copyByHand': '手動で選択してコピーしてください',
  'common.language': '言語',
  'common.theme': '外観',
  'common.theme.light': 'ライト',
  'common.theme.dark': 'ダーク',
  'common.theme.system': 'システム設定',
  'common.apply': '適用',
  'common.testMode': 'テストモード',
  'common.demonstration': 'デモ',
  'common.noMoneyMoves': '実際の請求は発生しません',
  'common.testClock': 'テストクロック：{time}（UTC）',
  'common.soldBy': '{store}が販売しています。',
  'common.questions': 'ご不明な点は {email} までお問い合わせください。',
  'common.goToStore': '{store}へ',
  'common.backTo': '{site}に戻る',
  'common.writeToStore': 'ストアに問い合わせる',

  'tax.vat': '付加価値税（VAT）',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': '売上税',
  'tax.serviceTax': 'サービス税',
  'tax.consumptionTax': '消費税',

  ...jaCheckout,
  ...jaPortal,
  ...jaReceipts,
  ...jaEmails,
};
