//! The prefs of a request, from settings and environment: reading, judging and writing depend on them.

use crate::env::Env;
use asq_core::model::Prefs;
use asq_settings::Settings;

pub(crate) fn prefs(settings: &Settings, env: &Env) -> Prefs {
    Prefs {
        danger_check: settings.danger_check_enabled,
        danger_held: false,
        debounce_ms: settings.debounce_ms,
        clock: settings.timer,
        opencode_offered: env.opencode_offered(),
    }
}

#[cfg(test)]
mod tests {
    use super::prefs;
    use crate::env::Env;
    use asq_core::model::Prefs;
    use asq_settings::Settings;

    #[test]
    fn default_settings_are_default_prefs() {
        assert_eq!(prefs(&Settings::default(), &Env::of(&[])), Prefs::default());
    }

    #[test]
    fn each_setting_reaches_its_pref() {
        let settings =
            Settings { danger_check_enabled: false, debounce_ms: 7, timer: false, ..Settings::default() };
        let env = Env::of(&[("OPENCODE_CLIENT", "acp")]);
        let expected = Prefs {
            danger_check: false,
            danger_held: false,
            debounce_ms: 7,
            clock: false,
            opencode_offered: false,
        };
        assert_eq!(prefs(&settings, &env), expected);
    }
}
