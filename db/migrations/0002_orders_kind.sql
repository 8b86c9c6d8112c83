ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK (case
  when product_type = 'onetime' then
    status in ('pending', 'completed', 'canceled', 'expired')
    and num_nonnulls(billing_period, trial_ends_at, started_at, current_period_start, current_period_end, period_number, next_charge_at, remind_at, past_due_since, ended_at) = 0
  when product_type <> 'subscription' or billing_period is null or completed_at is not null then false
  when started_at is null then
    status in ('pending', 'canceled', 'expired')
    and num_nonnulls(current_period_start, current_period_end, period_number, next_charge_at, remind_at, past_due_since) = 0
  else
    status in ('trialing', 'active', 'canceling', 'canceled', 'past_due')
    and num_nonnulls(current_period_start, current_period_end, period_number) = 3
    and (status = 'past_due') = (past_due_since is not null)
end);