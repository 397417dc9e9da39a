//! One story for every store: the same tests for all of them.
//!
//! - `story!(open)` makes the tests of all chapters, `story!(records of open)` those of records alone. `open` returns a fresh,
//!   empty store.
//! - [`Opened::again`] opens the same store as another process would.

pub(crate) mod appending;
pub(crate) mod bells;
pub(crate) mod drafts;
pub(crate) mod history;
pub(crate) mod presence;
pub(crate) mod reading;
pub(crate) mod secrets;
pub(crate) mod seen;
pub(crate) mod upkeep;

use asq_store::Store;

/// A store to test.
pub(crate) struct Opened {
    /// A fresh, empty store.
    pub(crate) store: Box<dyn Store>,
    /// Opens the same store again.
    pub(crate) again: Box<dyn Fn() -> Box<dyn Store>>,
}

/// Makes the tests for a store.
#[macro_export]
macro_rules! story {
    ($open:path) => {
        $crate::story!(records of $open);
        $crate::story!($open, bells: [
            an_append_between_taking_a_bell_and_waiting_rings,
            another_handle_rings,
            a_stale_append_rings_nothing,
            drafts_ring_their_own,
            records_are_told_before_drafts,
            a_waker_ends_a_wait,
            silence_ends_when_time_is_over,
            every_append_is_heard_of,
        ]);
        $crate::story!($open, presence: [
            an_inbox_is_in_use_while_somebody_holds_it,
            an_asker_waits_while_it_holds_its_lock,
            one_lock_shows_several_waits,
            looking_leaves_no_trace,
            taking_and_letting_go_nudges,
            a_new_wait_nudges,
        ]);
    };
    // Everything except presence and bells.
    (records of $open:path) => {
        $crate::story!($open, appending: [
            the_first_record_is_at_one,
            an_append_that_expects_too_little_or_too_much_is_stale,
            the_neighbours_of_a_stale_append_are_appended,
            a_batch_sees_what_stands_before_in_it,
            several_records_of_one_append_follow_each_other,
            closing_what_is_not_open_leaves_nothing_behind,
            a_claim_names_one_request,
            a_claim_by_content_is_free_once_delivered,
            a_claim_by_call_stays,
            an_empty_batch_is_nothing,
            two_handles_race_and_one_wins,
        ]);
        $crate::story!($open, reading: [
            records_come_back_as_they_were,
            what_is_after_a_position_comes_in_its_order,
            open_requests_come_in_the_order_of_asking_and_in_pages,
            a_page_says_up_to_where_it_holds,
            the_count_follows,
            ids_are_found_by_their_beginning,
            an_unknown_id_has_no_records,
            a_large_request_comes_back,
        ]);
        $crate::story!($open, drafts: [
            the_last_write_is_shown,
            two_surfaces_clash_and_both_texts_are_kept,
            two_first_texts_at_once_are_both_kept,
            a_surface_never_clashes_with_itself,
            a_third_text_of_a_clash_is_not_lost,
            what_the_beaten_had_typed_is_unsent,
            what_is_typed_for_a_closed_request_is_unsent_at_once,
            unsent_texts_go_with_their_request,
            nobody_but_the_winner_is_beaten,
            unsent_texts_are_kept_for_a_week,
            unsent_texts_that_were_seen_are_forgotten,
            every_draft_has_a_mark,
        ]);
        $crate::story!($open, seen: [
            a_request_is_announced_once,
            a_closed_request_is_not_announced,
            a_request_is_put_off_and_brought_back,
            what_is_put_off_is_announced_again_when_it_comes_back,
            closing_forgets_what_was_seen,
            announcements_keep_their_distance,
            a_request_is_announced_once_more,
            two_who_announce_at_once_get_each_request_once,
            what_waits_is_counted_without_what_is_put_off,
        ]);
        $crate::story!($open, secrets: [
            a_secret_is_kept_until_it_was_handed_over,
            a_typed_secret_goes_as_well,
            a_log_without_its_secrets_is_sound,
            a_log_with_a_secret_comes_back_byte_for_byte,
            a_secret_that_came_in_the_same_batch_is_one,
            a_secret_that_nobody_was_handed_goes_with_its_request,
        ]);
        $crate::story!($open, history: [
            what_is_over_comes_latest_first,
            it_is_found_by_words_agent_folder_and_time,
            hundreds_come_without_a_gap,
            very_long_words_differ_in_their_last_letter,
            secrets_are_not_found,
            what_is_delivered_says_so,
            what_closes_later_is_found_later,
        ]);
        $crate::story!($open, upkeep: [
            a_sound_log_has_no_problems,
            an_empty_log_is_sound,
            a_noted_head_is_found_again,
            a_head_that_is_not_there_is_a_problem,
            an_export_comes_back_byte_for_byte,
            a_log_is_read_into_an_empty_store_only,
            a_changed_export_is_refused_and_leaves_nothing,
            pruning_erases_what_is_closed_and_old,
            an_old_open_request_keeps_the_beginning,
            a_pruned_log_goes_on_and_comes_back,
            a_claim_of_a_pruned_request_is_free,
            what_an_agent_was_doing_is_copied_and_erased_with_its_question,
        ]);
    };
    ($open:path, $chapter:ident: [$($name:ident,)*]) => {
        mod $chapter {
            use super::*;
            $(
                #[test]
                fn $name() {
                    $crate::story::$chapter::$name(&$open());
                }
            )*
        }
    };
}
