import type { EmailMessages } from '../messages.ts';

export const jaEmails: EmailMessages = {
  'emails.portalLink.subject': '{store}でのご注文',
  'emails.portalLink.text':
    '次のリンクを開くと、{store}でのご注文を確認できます。リンクは15分以内に1回のみ使用できます。',
  'emails.portalLink.account':
    '{store}のお客様アカウントでのご注文があります。確認や変更は、{store}にログインして行ってください。',
  'emails.portalLink.notYou': 'このメールにお心当たりがない場合は、無視してください。',
  'emails.portalLink.test': 'テストモード：実際の請求は発生しません。',

  'emails.quoted': '「{name}」',
  'emails.demonstration': 'デモ：実際の請求は発生しません。',
  'emails.upcoming.subject': '{product}の次回のお支払い（{date}）',
  'emails.upcoming.text': '{date}に、{store}での{product}の定期購入として{total}が請求されます。',
  'emails.trialEnding.subject': '{product}のトライアルは{date}に終了します',
  'emails.trialEnding.text':
    '{store}での{product}のトライアルは{date}に終了します。その後は{every}{total}のお支払いとなります。',
  'emails.tax': 'うち{taxName}：{tax}',
  'emails.method': 'お支払いには{method}が使用されます。',
  'emails.cancel': 'お手続きは不要です。{date}より前に解約する場合や、カードを更新する場合は、ご注文を開いてください。',
  'emails.cancelAtStore':
    'お手続きは不要です。{date}より前に解約する場合や、カードを更新する場合は、{store}のアカウントからご注文を開いてください。',
  'emails.pastDue.subject': '{product}のお支払いを完了できませんでした',
  'emails.pastDue.text': '{store}での{product}の定期購入について、{total}のお支払いを完了できませんでした。',
  'emails.pastDue.byMethod':
    '{store}での{product}の定期購入について、{method}で{total}のお支払いを完了できませんでした。',
  'emails.pastDue.noMethod': 'お支払いに使用できるカードが登録されていません。',
  'emails.pastDue.methodRefused': 'このカードは以前カード会社に拒否されたため、再度の請求は行われませんでした。',
  'emails.pastDue.bankAsks': 'カード会社による本人確認が必要です。下のリンクを開き、カードをもう一度入力してください。',
  'emails.pastDue.confirmSubject': '{product}のお支払いには本人確認が必要です',
  'emails.pastDue.confirm':
    '{store}での{product}の定期購入について、{method}での{total}のお支払いには本人確認が必要です。',
  'emails.pastDue.retry': '{date}に再度お支払いを試みます。',
  'emails.pastDue.noRetry': 'このカードに再度請求されることはありません。',
  'emails.pastDue.fix': '次のリンクから、どのカードでも、ログインなしで{total}をお支払いいただけます。',
  'emails.pastDue.private': 'このリンクをほかの方と共有しないでください。',
  'emails.ended.subject': '{product}の定期購入は終了しました',
  'emails.ended.text': 'お支払いを完了できなかったため、{store}での{product}の定期購入は終了しました。',
  'emails.ended.noCharge': '今後の請求はありません。',
  'emails.ended.orders': 'ご注文と領収書は、引き続き次のリンクからご確認いただけます。',
  'emails.refundApproved.subject': '{store}からの{amount}の返金について',
  'emails.refundApproved.text':
    '{product}の返金のご依頼が{store}に承認されました。{amount}を元のお支払い方法に返金します。',
  'emails.refundApproved.when': '返金にかかる日数は銀行によって異なります。通常は数日、場合によっては2週間ほどです。',
  'emails.refundDeclined.subject': '{store}への返金のご依頼について',
  'emails.refundDeclined.text': '{product}の返金（{amount}）のご依頼は{store}により却下されました。',
  'emails.refundDeclined.again': 'お伝えになりたいことがあれば、ご注文のページからもう一度依頼できます。',
  'emails.refunded.text': '{store}が{product}の{amount}を元のお支払い方法に返金しました。',
  'emails.refund.note': '{store}からのメッセージ：',
  'emails.refund.order': 'ご注文はこちらです。',
  'emails.button.order': 'ご注文を見る',
  'emails.button.store': '{store}へ',
  'emails.button.orders': 'ご注文一覧を見る',
  'emails.button.pay': '{total}を支払う',
  'emails.order.subject': '{store}でのご注文について',
  'emails.order.text': 'ありがとうございます。{store}での{product}のご注文が確定しました。',
  'emails.receipt': 'ご注文と領収書は、次のリンクからご確認いただけます。',
  'emails.started.subject': '{product}の定期購入が始まりました',
  'emails.started.text': 'ありがとうございます。{store}での{product}の定期購入が始まりました。',
  'emails.trialStarted.subject': '{product}のトライアルが始まりました',
  'emails.cycled.subject': '{product}のお支払いについて',
  'emails.cycled.text': '{product}のお支払い（{total}）を{store}が受領しました。定期購入は{date}までお支払い済みです。',
  'emails.canceled.subject': '{product}の定期購入は{date}に終了します',
  'emails.canceled.text':
    '{store}での{product}の定期購入は解約されました。{date}までご利用いただけます。今後の請求はありません。',
  'emails.canceled.undo': 'それまでは、ご注文のページで解約を取り消せます。',
  'emails.revoked.text': '{store}での{product}の定期購入は終了しました。',

  'emails.planChanged.subject': 'プランが{to}になりました',
  'emails.planChanged.text': '{store}での購読は{from}から{to}に変わりました。',
  'emails.planScheduled.subject': '{date}にプランが{to}に変わります',
  'emails.planScheduled.text': '{store}での購読は{date}に{from}から{to}に変わります。それまで請求は発生しません。',
  'emails.planScheduled.undo': 'それまでは注文ページで変更を取り消せます：',
  'emails.planFailed.subject': 'プランは変更されませんでした',
  'emails.planFailed.text':
    'お支払いが完了しなかったため、{store}での購読を{to}に変更できませんでした。{from}のまま続きます。',
  'emails.planFailed.notAttempted':
    '{store}での購読を{to}に変更できませんでした。変更の請求は発生していません。{from}のまま続きます。',
};
