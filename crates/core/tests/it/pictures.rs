//! The files below tests/pictures as a whole.

#[test]
fn every_picture_belongs_to_a_test() {
    let forgotten = asq_testkit::situation::forgotten(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(forgotten, Vec::<std::path::PathBuf>::new());
}
