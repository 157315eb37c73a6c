//! All routes of the site.

use actix_web::dev::HttpServiceFactory;
use actix_web::guard::{Any, Get, Head};
use actix_web::web::{ServiceConfig, delete, post, resource, route, scope, to};
use actix_web::{FromRequest, Handler, Resource, Responder, Route};

use super::http::error;
use super::http::request_tracing::RoutePattern;
use super::{
    absence, account, admin, appearance, archive, assets, bookmarks, daily, dashboard, devices, feeds, games,
    health, host_texts, import, join, matches, metrics, new_match, oidc, opponent_names, pairing,
    pairing_wait, play, play_settings, players, reauth, register, relations, reports, reset, settings, setup,
    sign_in, two_factor, unsubscribe, watch, well_known, zone,
};
use crate::urls;

/// All routes. They are tried in order, so frequent ones come first.
pub fn all(site: &mut ServiceConfig) {
    site.service(at(urls::Home::ROUTE).route(get(dashboard::page)))
        .service(at(urls::Matches::ROUTE).route(get(archive::page)).route(post().to(new_match::open)))
        .service(at(urls::NewMatch::ROUTE).route(get(new_match::page)))
        .service(at(urls::OpponentNames::ROUTE).route(get(opponent_names::list)))
        .service(at(urls::MatchRecords::ROUTE).route(get(archive::download)))
        .service(at(urls::OpenMatches::ROUTE).route(get(dashboard::open_matches)))
        .service(of_a_match())
        .service(at(urls::EmbeddedMatch::ROUTE).route(get(matches::embed::show)))
        .service(at(urls::OEmbed::ROUTE).route(get(matches::oembed::show)))
        .service(at(urls::Next::ROUTE).route(get(dashboard::next)))
        .service(at(urls::Watch::ROUTE).route(get(watch::page)))
        .service(at(urls::WatchEvents::ROUTE).route(get(watch::events)))
        .service(at(urls::Turns::ROUTE).route(get(dashboard::turns)))
        .service(at(urls::Daily::ROUTE).route(get(daily::today)))
        .service(at(urls::DailyDay::ROUTE).route(get(daily::day)))
        .service(at(urls::DailyBoard::ROUTE).route(get(daily::board)))
        .service(at(urls::DailyAnswers::ROUTE).route(post().to(daily::answer)))
        .service(at(urls::DailySolution::ROUTE).route(post().to(daily::show)))
        .service(at(urls::Play::ROUTE).route(get(play::page)).route(post().to(play::start)))
        .service(at(urls::Pairing::ROUTE).route(get(pairing::page)).route(post().to(pairing::join)))
        .service(at(urls::PairingWait::ROUTE).route(get(pairing_wait::wait)))
        .service(at(urls::LeavePairing::ROUTE).route(post().to(pairing::leave)))
        .service(at(urls::Join::ROUTE).route(get(join::page)))
        .service(at(urls::JoinCode::ROUTE).route(get(join::follow)))
        .service(at(urls::JoinCodeQr::ROUTE).route(get(join::qr_code)))
        .service(at(urls::Players::ROUTE).route(get(players::list)))
        .service(at(urls::Player::ROUTE).route(get(players::page)))
        .service(at(urls::Follow::ROUTE).route(post().to(relations::follow)))
        .service(at(urls::Unfollow::ROUTE).route(post().to(relations::unfollow)))
        .service(at(urls::Block::ROUTE).route(post().to(relations::block)))
        .service(at(urls::Unblock::ROUTE).route(post().to(relations::unblock)))
        .service(at(urls::MutePlayer::ROUTE).route(post().to(relations::mute_player)))
        .service(at(urls::UnmutePlayer::ROUTE).route(post().to(relations::unmute_player)))
        .service(at(urls::Games::ROUTE).route(get(games::all)))
        .service(at(urls::GameRules::ROUTE).route(get(games::rules)))
        .service(at(urls::GameImage::ROUTE).route(get(games::board_image)))
        .service(at(urls::Ratings::ROUTE).route(get(games::ratings)))
        .service(at(urls::DismissTips::ROUTE).route(post().to(games::dismiss_tips)))
        .service(at(urls::Register::ROUTE).route(get(register::page)).route(post().to(register::submit)))
        .service(at(urls::Setup::ROUTE).route(get(setup::page)).route(post().to(setup::submit)))
        .service(at(urls::Login::ROUTE).route(get(sign_in::page)).route(post().to(sign_in::submit)))
        .service(at(urls::LoginForm::ROUTE).route(get(sign_in::page)).route(post().to(sign_in::form)))
        .service(at(urls::Logout::ROUTE).route(post().to(sign_in::sign_out)))
        .service(at(urls::Reset::ROUTE).route(get(reset::page)).route(post().to(reset::ask)))
        .service(at(urls::ResetPassword::ROUTE).route(get(reset::form)).route(post().to(reset::set)))
        .service(at(urls::Account::ROUTE).route(get(account::page)))
        .service(
            at(urls::AccountRegistration::ROUTE)
                .route(get(account::registration::page))
                .route(post().to(account::registration::submit)),
        )
        .service(at(urls::ChangePassword::ROUTE).route(post().to(account::password::change)))
        .service(at(urls::Export::ROUTE).route(get(account::export::archive)))
        .service(
            at(urls::DeleteAccount::ROUTE)
                .route(get(account::deletion::page))
                .route(post().to(account::deletion::submit)),
        )
        .service(at(urls::EndSessions::ROUTE).route(post().to(account::sessions::end_others)))
        .service(at(urls::EndSession::ROUTE).route(post().to(account::sessions::end_one)))
        .service(at(urls::Totp::ROUTE).route(get(account::totp::page)).route(post().to(account::totp::begin)))
        .service(at(urls::ConfirmTotp::ROUTE).route(post().to(account::totp::confirm)))
        .service(at(urls::RemoveTotp::ROUTE).route(post().to(account::totp::remove)))
        .service(at(urls::RecoveryCodes::ROUTE).route(post().to(account::totp::renew_codes)))
        .service(at(urls::KeptRecoveryCodes::ROUTE).route(post().to(account::totp::keep_codes)))
        .service(at(urls::Passkeys::ROUTE).route(post().to(account::passkeys::add)))
        .service(at(urls::PasskeyChallenge::ROUTE).route(post().to(account::passkeys::challenge)))
        .service(at(urls::RemovePasskey::ROUTE).route(post().to(account::passkeys::remove)))
        .service(at(urls::ConnectOidc::ROUTE).route(post().to(account::oidc::connect)))
        .service(at(urls::DisconnectOidc::ROUTE).route(post().to(account::oidc::disconnect)))
        .service(at(urls::TwoFactor::ROUTE).route(get(two_factor::page)).route(post().to(two_factor::submit)))
        .service(at(urls::TwoFactorChallenge::ROUTE).route(post().to(two_factor::challenge)))
        .service(at(urls::TwoFactorPasskey::ROUTE).route(post().to(two_factor::passkey)))
        .service(at(urls::LoginChallenge::ROUTE).route(post().to(sign_in::challenge)))
        .service(at(urls::LoginPasskey::ROUTE).route(post().to(sign_in::passkey)))
        .service(at(urls::LoginOidc::ROUTE).route(post().to(oidc::start)))
        .service(at(urls::OidcCallback::ROUTE).route(get(oidc::callback)))
        .service(at(urls::Reauthenticate::ROUTE).route(get(reauth::page)).route(post().to(reauth::submit)))
        .service(at(urls::ReauthenticateChallenge::ROUTE).route(post().to(reauth::challenge)))
        .service(at(urls::ReauthenticatePasskey::ROUTE).route(post().to(reauth::passkey)))
        .service(at(urls::ReauthenticateOidc::ROUTE).route(post().to(oidc::confirm)))
        .service(at(urls::ReauthenticateForm::ROUTE).route(get(reauth::page)).route(post().to(reauth::form)))
        .service(at(urls::Settings::ROUTE).route(get(settings::page)).route(post().to(settings::submit)))
        .service(at(urls::PlaySettings::ROUTE).route(post().to(play_settings::submit)))
        .service(at(urls::AbsenceSettings::ROUTE).route(post().to(absence::submit)))
        .service(at(urls::TimeZone::ROUTE).route(post().to(zone::submit)))
        .service(at(urls::AppearanceSettings::ROUTE).route(post().to(appearance::submit)))
        .service(at(urls::ChooseLanguage::ROUTE).route(post().to(appearance::set_language)))
        .service(at(urls::MailAddress::ROUTE).route(post().to(settings::address)))
        .service(
            at(urls::Confirmation::ROUTE)
                .route(get(settings::confirmation))
                .route(post().to(settings::confirm)),
        )
        .service(
            at(urls::Unsubscribe::ROUTE).route(get(unsubscribe::page)).route(post().to(unsubscribe::submit)),
        )
        .service(at(urls::Devices::ROUTE).route(post().to(devices::add)))
        .service(at(urls::RemoveDevice::ROUTE).route(post().to(devices::remove)))
        .service(at(urls::TestDevice::ROUTE).route(post().to(devices::try_out)))
        .service(at(urls::CreateFeed::ROUTE).route(post().to(feeds::renew)))
        .service(at(urls::RemoveFeed::ROUTE).route(post().to(feeds::forget)))
        .service(at(urls::NewsFeed::ROUTE).route(get(feeds::news)))
        .service(at(urls::DeadlinesFeed::ROUTE).route(get(feeds::deadlines)))
        .service(at(urls::Reports::ROUTE).route(get(reports::own)).route(post().to(reports::send)))
        .service(at(urls::NewReport::ROUTE).route(get(reports::form)))
        .service(at(urls::DismissMessage::ROUTE).route(post().to(reports::dismiss_message)))
        .service(at(urls::Admin::ROUTE).route(get(admin::index)))
        .service(at(urls::AdminReports::ROUTE).route(get(admin::reports::queue)))
        .service(at(urls::AdminReport::ROUTE).route(get(admin::reports::show)))
        .service(at(urls::SettleReport::ROUTE).route(post().to(admin::reports::settle)))
        .service(at(urls::ReopenReport::ROUTE).route(post().to(admin::reports::reopen)))
        .service(
            at(urls::AdminAnnouncements::ROUTE)
                .route(get(admin::announcements::page))
                .route(post().to(admin::announcements::announce)),
        )
        .service(at(urls::WithdrawAnnouncement::ROUTE).route(post().to(admin::announcements::withdraw)))
        .service(at(urls::DismissAnnouncement::ROUTE).route(post().to(admin::announcements::dismiss)))
        .service(
            at(urls::AdminSite::ROUTE).route(get(admin::site::page)).route(post().to(admin::site::change)),
        )
        .service(at(urls::AdminStatistics::ROUTE).route(get(admin::statistics::show)))
        .service(at(urls::BanFromChat::ROUTE).route(post().to(admin::chat_bans::mute)))
        .service(at(urls::EndChatBan::ROUTE).route(post().to(admin::chat_bans::end)))
        .service(at(urls::AdminUsers::ROUTE).route(get(admin::users::list::page)))
        .service(
            at(urls::AdminAccountImports::ROUTE)
                .route(get(admin::users::imports::page))
                .route(post().to(admin::users::imports::create)),
        )
        .service(at(urls::AdminAccountImport::ROUTE).route(get(admin::users::imports::show)))
        .service(at(urls::CreateAccountCards::ROUTE).route(post().to(admin::users::imports::make_cards)))
        .service(at(urls::UndoAccountImport::ROUTE).route(post().to(admin::users::imports::undo)))
        .service(at(urls::AdminUser::ROUTE).route(get(admin::users::page)))
        .service(at(urls::SuspendUser::ROUTE).route(post().to(admin::users::suspension::begin)))
        .service(at(urls::EndSuspension::ROUTE).route(post().to(admin::users::suspension::end)))
        .service(at(urls::NoteUser::ROUTE).route(post().to(admin::users::notes::add)))
        .service(at(urls::ApproveUser::ROUTE).route(post().to(admin::users::suspension::approve)))
        .service(at(urls::RenameUser::ROUTE).route(post().to(admin::users::renaming::submit)))
        .service(at(urls::ChangeRole::ROUTE).route(post().to(admin::users::role::submit)))
        .service(at(urls::EndUserSessions::ROUTE).route(post().to(admin::users::sessions::end)))
        .service(at(urls::RemoveTwoFactor::ROUTE).route(post().to(admin::users::two_factor::remove)))
        .service(at(urls::CreateResetLink::ROUTE).route(post().to(admin::users::reset_link::make)))
        .service(at(urls::DeleteUser::ROUTE).route(post().to(admin::users::deletion::submit)))
        .service(at(urls::AdminAuditLog::ROUTE).route(get(admin::audit_log::page)))
        .service(at(urls::AdminAuditLogLines::ROUTE).route(get(admin::audit_log::lines)))
        .service(
            at(urls::AdminInvitations::ROUTE)
                .route(get(admin::invitations::page))
                .route(post().to(admin::invitations::make)),
        )
        .service(at(urls::RevokeInvitation::ROUTE).route(post().to(admin::invitations::revoke)))
        .service(at(urls::Bookmarks::ROUTE).route(get(bookmarks::page)).route(post().to(bookmarks::keep)))
        .service(at(urls::NewBookmark::ROUTE).route(get(bookmarks::form)))
        .service(at(urls::RemoveBookmark::ROUTE).route(post().to(bookmarks::remove)))
        .service(at(urls::Import::ROUTE).route(get(import::page)).route(post().to(import::open)))
        .service(at(urls::ImportedBoard::ROUTE).route(get(import::board)))
        .service(at(urls::ImportedBestMove::ROUTE).route(post().to(import::search)))
        .service(at(urls::ServiceWorker::ROUTE).route(get(assets::service_worker)))
        .service(at(urls::Favicon::ROUTE).route(get(assets::favicon)))
        .service(at(urls::Robots::ROUTE).route(get(well_known::robots)))
        .service(at(urls::SecurityTxt::ROUTE).route(get(well_known::security)))
        .service(at(urls::Manifest::ROUTE).route(get(well_known::manifest)))
        .service(at(urls::HostText::ROUTE).route(get(host_texts::show)))
        .service(at(urls::WellKnownPassword::ROUTE).route(get(well_known::change_password)))
        .service(at(assets::ROUTE).route(get(assets::asset)))
        .service(at(urls::Metrics::ROUTE).route(get(metrics::show)))
        .service(at(urls::Health::ROUTE).route(get(health::alive)))
        .service(at(urls::Ready::ROUTE).route(get(health::ready)))
        .default_service(to(error::not_found));
}

/// The routes of a match.
fn of_a_match() -> impl HttpServiceFactory {
    let at = |pattern| below(urls::Match::ROUTE, pattern);
    scope(urls::Match::ROUTE)
        .service(at(urls::Plies::ROUTE).route(post().to(matches::plies::play)))
        .service(at(urls::Events::ROUTE).route(get(matches::events::stream)))
        .service(at(urls::Match::ROUTE).route(get(matches::page::show)))
        .service(
            at(urls::MatchAnalysis::ROUTE)
                .route(get(matches::analysis::show))
                .route(post().to(matches::analysis_requests::request)),
        )
        .service(at(urls::MoveTrails::ROUTE).route(get(matches::trails::show)))
        .service(at(urls::AnalysisProgress::ROUTE).route(get(matches::analysis_requests::progress)))
        .service(at(urls::BestMove::ROUTE).route(post().to(matches::best_move::search)))
        .service(at(urls::Hint::ROUTE).route(post().to(matches::hint::ask)))
        .service(
            at(urls::Seats::ROUTE).route(get(matches::seats::page)).route(post().to(matches::seats::join)),
        )
        .service(at(urls::GuestSeat::ROUTE).route(post().to(matches::seats::join_as_guest)))
        .service(at(urls::MatchBots::ROUTE).route(post().to(matches::bots::add)))
        .service(
            at(urls::LeaveSeat::ROUTE)
                .route(post().to(matches::seats::leave))
                .route(delete().to(matches::seats::leave)),
        )
        .service(at(urls::DeclineSeat::ROUTE).route(post().to(matches::seats::decline)))
        .service(at(urls::Invitations::ROUTE).route(post().to(matches::invitations::invite)))
        .service(at(urls::WithdrawInvitation::ROUTE).route(post().to(matches::invitations::withdraw)))
        .service(at(urls::Start::ROUTE).route(post().to(matches::seats::start)))
        .service(at(urls::Resignation::ROUTE).route(post().to(matches::endings::resign)))
        .service(at(urls::Abort::ROUTE).route(post().to(matches::endings::abort)))
        .service(at(urls::Adjudication::ROUTE).route(post().to(matches::adjudications::adjudicate)))
        .service(at(urls::StaffAbort::ROUTE).route(post().to(matches::adjudications::abort)))
        .service(at(urls::Pause::ROUTE).route(post().to(matches::pause::answer)))
        .service(at(urls::BoardRotation::ROUTE).route(post().to(matches::board_rotation::change)))
        .service(at(urls::WatcherChat::ROUTE).route(post().to(matches::chat::switch)))
        .service(at(urls::Substitute::ROUTE).route(post().to(matches::substitutes::search)))
        .service(at(urls::ExtraTime::ROUTE).route(post().to(matches::extra_time::give)))
        .service(at(urls::Draw::ROUTE).route(post().to(matches::offers::draw)))
        .service(at(urls::Takeback::ROUTE).route(post().to(matches::offers::takeback)))
        .service(at(urls::Rematch::ROUTE).route(post().to(matches::endings::rematch)))
        .service(
            at(urls::ConditionalMoves::ROUTE)
                .route(get(matches::conditional::show))
                .route(post().to(matches::conditional::save)),
        )
        .service(at(urls::ConditionalLines::ROUTE).route(post().to(matches::conditional::add)))
        .service(at(urls::DeleteConditionalLine::ROUTE).route(post().to(matches::conditional::remove)))
        .service(at(urls::Notes::ROUTE).route(post().to(matches::notes::save)))
        .service(at(urls::Chat::ROUTE).route(get(matches::chat::show)).route(post().to(matches::chat::post)))
        .service(at(urls::RemoveChatMessage::ROUTE).route(post().to(matches::chat_removal::remove)))
        .service(
            at(urls::Seen::ROUTE)
                .route(get(matches::seen::seen_image))
                .route(post().to(matches::seen::mark_seen)),
        )
        .service(at(urls::DiceRolls::ROUTE).route(get(matches::dice_rolls::show)))
        .service(at(urls::MatchImage::ROUTE).route(get(matches::board_image::png)))
        .service(at(urls::MatchDrawing::ROUTE).route(get(matches::board_image::svg)))
        .service(at(urls::ReplayFile::ROUTE).route(get(matches::replay_file::show)))
        .service(at(urls::MatchAnimation::ROUTE).route(get(matches::animation::gif)))
        .service(at(urls::MatchAnimationPng::ROUTE).route(get(matches::animation::apng)))
        .service(at(urls::RecordJson::ROUTE).route(get(matches::record::json)))
        .service(at(urls::RecordText::ROUTE).route(get(matches::record::text)))
}

fn at(pattern: &'static str) -> Resource {
    below("", pattern)
}

/// A resource in a scope, with its full pattern for metrics.
fn below(scope: &str, pattern: &'static str) -> Resource {
    resource(pattern.strip_prefix(scope).unwrap_or(pattern)).app_data(RoutePattern(pattern))
}

/// All patterns, as labels of metrics.
pub fn patterns() -> Vec<&'static str> {
    urls::ALL.iter().map(|(pattern, _)| *pattern).chain([assets::ROUTE]).collect()
}

/// Handles `GET`, and `HEAD` with the same headers.
fn get<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    route().guard(Any(Get()).or(Head())).to(handler)
}
