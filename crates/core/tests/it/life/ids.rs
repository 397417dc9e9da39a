//! Ids are printed, read back and said by their beginning.

use asq_core::life::{NoId, RequestId};
use proptest::prelude::*;

proptest! {
    #[test]
    fn an_id_comes_back_in_any_case(bits in any::<u128>()) {
        let text = RequestId(bits).to_string();
        prop_assert_eq!(text.len(), 26);
        prop_assert_eq!(text.parse(), Ok(RequestId(bits)));
        prop_assert_eq!(text.to_uppercase().parse(), Ok(RequestId(bits)));
        for length in 1..=26 {
            prop_assert!(RequestId::is_prefix(&text[..length]));
        }
    }

    /// Ids sort as their texts do, so that a beginning names one stretch of them.
    #[test]
    fn ids_sort_as_their_texts(a in any::<u128>(), b in any::<u128>()) {
        let (a, b) = (RequestId(a), RequestId(b));
        prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,30}") {
        if let Ok(id) = text.parse::<RequestId>() {
            prop_assert_eq!(id.to_string(), text.to_lowercase());
        }
    }
}

#[test]
fn what_is_no_id_is_refused() {
    let id = RequestId(0xfeed).to_string();
    assert_eq!(id, "00000000000000000000001zqd");
    assert_eq!(RequestId(u128::MAX).to_string(), "7zzzzzzzzzzzzzzzzzzzzzzzzz");
    for (text, beginning) in [
        ("", false),
        ("8zzzzzzzzzzzzzzzzzzzzzzzzz", true),
        ("0000000000000000000000zvp", true),
        ("00000000000000000000001zqd0", false),
        ("00000000000000000000001zqi", false),
        ("0000000000000000000000zvé", false),
        ("0000000000000000000000 vpd", false),
    ] {
        assert_eq!(text.parse::<RequestId>(), Err(NoId), "{text}");
        assert_eq!(RequestId::is_prefix(text), beginning, "{text}");
    }
    assert_eq!(
        format!("{:>28}|{:<28}|{:.4}", RequestId(0), RequestId(0), RequestId(1 << 127)).len(),
        28 * 2 + 6
    );
}
