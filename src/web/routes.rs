//! Every address of the site, on one page.

use actix_web::dev::{HttpServiceFactory, Service};
use actix_web::guard::{Any, Get, Head};
use actix_web::web::{ServiceConfig, delete, post, resource, route, scope, to};
use actix_web::{FromRequest, Handler, Resource, Responder, Route};

use super::{
    account, admin, assets, blocks, confirm, devices, error, feeds, games, health, home, join, look, manner,
    matches, metrics, opening, paths, players, register, reports, reset, second, settings, sign_in,
    unsubscribe, zone,
};

/// Every address. They are tried one after the other, so what is asked for most comes first.
pub fn all(site: &mut ServiceConfig) {
    site.service(at(paths::Home::ROUTE).route(get(home::page)))
        .service(at(paths::Matches::ROUTE).route(post().to(opening::open)))
        .service(at(paths::NewMatch::ROUTE).route(get(opening::page)))
        .service(of_a_match())
        .service(at(paths::Next::ROUTE).route(get(home::next)))
        .service(at(paths::Turns::ROUTE).route(get(home::turns)))
        .service(at(paths::Tables::ROUTE).route(get(home::tables)))
        .service(at(paths::Join::ROUTE).route(get(join::page)))
        .service(at(paths::JoinCode::ROUTE).route(get(join::follow)))
        .service(at(paths::Player::ROUTE).route(get(players::page)))
        .service(at(paths::Block::ROUTE).route(post().to(blocks::block)))
        .service(at(paths::Unblock::ROUTE).route(post().to(blocks::unblock)))
        .service(at(paths::Hush::ROUTE).route(post().to(blocks::hush)))
        .service(at(paths::Unhush::ROUTE).route(post().to(blocks::unhush)))
        .service(at(paths::Games::ROUTE).route(get(games::all)))
        .service(at(paths::GameRules::ROUTE).route(get(games::rules)))
        .service(at(paths::Ratings::ROUTE).route(get(games::ratings)))
        .service(at(paths::Register::ROUTE).route(get(register::page)).route(post().to(register::submit)))
        .service(at(paths::Login::ROUTE).route(get(sign_in::page)).route(post().to(sign_in::submit)))
        .service(at(paths::Logout::ROUTE).route(post().to(sign_in::sign_out)))
        .service(at(paths::Reset::ROUTE).route(get(reset::page)).route(post().to(reset::ask)))
        .service(at(paths::NewPassword::ROUTE).route(get(reset::form)).route(post().to(reset::set)))
        .service(at(paths::Account::ROUTE).route(get(account::page)))
        .service(at(paths::ChangePassword::ROUTE).route(post().to(account::password::change)))
        .service(at(paths::Export::ROUTE).route(get(account::export::archive)))
        .service(
            at(paths::DeleteAccount::ROUTE)
                .route(get(account::leaving::page))
                .route(post().to(account::leaving::submit)),
        )
        .service(at(paths::EndSessions::ROUTE).route(post().to(account::sessions::end_others)))
        .service(at(paths::EndSession::ROUTE).route(post().to(account::sessions::end_one)))
        .service(
            at(paths::CodeApp::ROUTE).route(get(account::app::page)).route(post().to(account::app::begin)),
        )
        .service(at(paths::ConfirmApp::ROUTE).route(post().to(account::app::confirm)))
        .service(at(paths::RemoveApp::ROUTE).route(post().to(account::app::remove)))
        .service(at(paths::RecoveryCodes::ROUTE).route(post().to(account::app::renew_codes)))
        .service(at(paths::Passkeys::ROUTE).route(post().to(account::passkeys::add)))
        .service(at(paths::PasskeyChallenge::ROUTE).route(post().to(account::passkeys::challenge)))
        .service(at(paths::RemovePasskey::ROUTE).route(post().to(account::passkeys::remove)))
        .service(at(paths::Second::ROUTE).route(get(second::page)).route(post().to(second::submit)))
        .service(at(paths::SecondChallenge::ROUTE).route(post().to(second::challenge)))
        .service(at(paths::SecondPasskey::ROUTE).route(post().to(second::passkey)))
        .service(at(paths::LoginChallenge::ROUTE).route(post().to(sign_in::challenge)))
        .service(at(paths::LoginPasskey::ROUTE).route(post().to(sign_in::passkey)))
        .service(at(paths::Confirm::ROUTE).route(get(confirm::page)).route(post().to(confirm::submit)))
        .service(at(paths::ConfirmChallenge::ROUTE).route(post().to(confirm::challenge)))
        .service(at(paths::ConfirmPasskey::ROUTE).route(post().to(confirm::passkey)))
        .service(at(paths::HeldRequest::ROUTE).route(post().to(confirm::expired)))
        .service(at(paths::Settings::ROUTE).route(get(settings::page)).route(post().to(settings::submit)))
        .service(at(paths::Manner::ROUTE).route(post().to(manner::submit)))
        .service(at(paths::TimeZone::ROUTE).route(post().to(zone::submit)))
        .service(at(paths::Look::ROUTE).route(post().to(look::submit)))
        .service(at(paths::MailAddress::ROUTE).route(post().to(settings::address)))
        .service(
            at(paths::Confirmation::ROUTE)
                .route(get(settings::confirmation))
                .route(post().to(settings::confirm)),
        )
        .service(
            at(paths::Unsubscribe::ROUTE).route(get(unsubscribe::page)).route(post().to(unsubscribe::submit)),
        )
        .service(at(paths::Devices::ROUTE).route(post().to(devices::add)))
        .service(at(paths::RemoveDevice::ROUTE).route(post().to(devices::remove)))
        .service(at(paths::TryDevice::ROUTE).route(post().to(devices::try_out)))
        .service(at(paths::FeedAddress::ROUTE).route(post().to(feeds::renew)))
        .service(at(paths::ForgetFeed::ROUTE).route(post().to(feeds::forget)))
        .service(at(paths::NewsFeed::ROUTE).route(get(feeds::news)))
        .service(at(paths::DeadlinesFeed::ROUTE).route(get(feeds::deadlines)))
        .service(at(paths::Reports::ROUTE).route(get(reports::own)).route(post().to(reports::send)))
        .service(at(paths::NewReport::ROUTE).route(get(reports::form)))
        .service(at(paths::PutAway::ROUTE).route(post().to(reports::put_away)))
        .service(at(paths::Admin::ROUTE).route(get(admin::entrance)))
        .service(at(paths::AdminReports::ROUTE).route(get(admin::reports::queue)))
        .service(at(paths::AdminReport::ROUTE).route(get(admin::reports::show)))
        .service(at(paths::SettleReport::ROUTE).route(post().to(admin::reports::settle)))
        .service(
            at(paths::AdminAnnouncements::ROUTE)
                .route(get(admin::announcements::page))
                .route(post().to(admin::announcements::announce)),
        )
        .service(at(paths::WithdrawAnnouncement::ROUTE).route(post().to(admin::announcements::withdraw)))
        .service(at(paths::DismissAnnouncement::ROUTE).route(post().to(admin::announcements::dismiss)))
        .service(at(paths::AdminNumbers::ROUTE).route(get(admin::numbers::show)))
        .service(at(paths::Mute::ROUTE).route(post().to(admin::mutes::mute)))
        .service(at(paths::EndMute::ROUTE).route(post().to(admin::mutes::end)))
        .service(at(paths::AdminPeople::ROUTE).route(get(admin::people::list::page)))
        .service(at(paths::AdminPerson::ROUTE).route(get(admin::people::page)))
        .service(at(paths::Suspension::ROUTE).route(post().to(admin::people::suspension::begin)))
        .service(at(paths::EndSuspension::ROUTE).route(post().to(admin::people::suspension::end)))
        .service(at(paths::Rename::ROUTE).route(post().to(admin::people::renaming::submit)))
        .service(at(paths::ChangeRole::ROUTE).route(post().to(admin::people::role::submit)))
        .service(at(paths::EndSessionsOf::ROUTE).route(post().to(admin::people::sessions::end)))
        .service(at(paths::RemoveFactors::ROUTE).route(post().to(admin::people::factors::remove)))
        .service(at(paths::ResetLink::ROUTE).route(post().to(admin::people::reset_link::make)))
        .service(at(paths::DeletePerson::ROUTE).route(post().to(admin::people::deletion::submit)))
        .service(at(paths::AdminLog::ROUTE).route(get(admin::log::page)))
        .service(at(paths::AdminLogLines::ROUTE).route(get(admin::log::lines)))
        .service(
            at(paths::AdminInvitations::ROUTE)
                .route(get(admin::invitations::page))
                .route(post().to(admin::invitations::make)),
        )
        .service(at(paths::RevokeInvitation::ROUTE).route(post().to(admin::invitations::revoke)))
        .service(at(paths::ServiceWorker::ROUTE).route(get(assets::service_worker)))
        .service(at(paths::Favicon::ROUTE).route(get(assets::favicon)))
        .service(at(assets::ROUTE).route(get(assets::asset)))
        .service(at(paths::Metrics::ROUTE).route(get(metrics::show)))
        .service(at(paths::Health::ROUTE).route(get(health::alive)))
        .service(at(paths::Ready::ROUTE).route(get(health::ready)))
        .default_service(to(error::not_found));
}

/// What belongs to a match.
fn of_a_match() -> impl HttpServiceFactory {
    let at = |pattern| below(paths::Match::ROUTE, pattern);
    scope(paths::Matches::ROUTE)
        .wrap_fn(|mut req, next| {
            matches::pass_over(&mut req);
            next.call(req)
        })
        .service(at(paths::Plies::ROUTE).route(post().to(matches::plies::play)))
        .service(at(paths::Events::ROUTE).route(get(matches::events::stream)))
        .service(at(paths::Match::ROUTE).route(get(matches::page::show)))
        .service(at(paths::WhatIf::ROUTE).route(get(matches::what_if::show)))
        .service(
            at(paths::Seats::ROUTE).route(get(matches::seats::page)).route(post().to(matches::seats::join)),
        )
        .service(
            at(paths::LeaveSeat::ROUTE)
                .route(post().to(matches::seats::leave))
                .route(delete().to(matches::seats::leave)),
        )
        .service(at(paths::DeclineSeat::ROUTE).route(post().to(matches::seats::decline)))
        .service(at(paths::Invitations::ROUTE).route(post().to(matches::invitations::invite)))
        .service(at(paths::WithdrawInvitation::ROUTE).route(post().to(matches::invitations::withdraw)))
        .service(at(paths::Start::ROUTE).route(post().to(matches::seats::start)))
        .service(at(paths::Resignation::ROUTE).route(post().to(matches::endings::resign)))
        .service(at(paths::Abort::ROUTE).route(post().to(matches::endings::abort)))
        .service(at(paths::Adjudication::ROUTE).route(post().to(matches::rulings::adjudicate)))
        .service(at(paths::StaffAbort::ROUTE).route(post().to(matches::rulings::call_off)))
        .service(at(paths::Pause::ROUTE).route(post().to(matches::pause::answer)))
        .service(at(paths::Time::ROUTE).route(post().to(matches::time::give)))
        .service(at(paths::Draw::ROUTE).route(post().to(matches::offers::draw)))
        .service(at(paths::Takeback::ROUTE).route(post().to(matches::offers::takeback)))
        .service(at(paths::Rematch::ROUTE).route(post().to(matches::endings::rematch)))
        .service(at(paths::Orders::ROUTE).route(post().to(matches::orders::leave)))
        .service(at(paths::Notes::ROUTE).route(post().to(matches::notes::keep)))
        .service(at(paths::Talk::ROUTE).route(get(matches::talk::show)).route(post().to(matches::talk::say)))
        .service(at(paths::RemoveMessage::ROUTE).route(post().to(matches::messages::remove)))
        .service(
            at(paths::Seen::ROUTE).route(get(matches::seen::picture)).route(post().to(matches::seen::note)),
        )
        .service(at(paths::Throws::ROUTE).route(get(matches::throws::show)))
        .service(at(paths::RecordJson::ROUTE).route(get(matches::record::json)))
        .service(at(paths::RecordText::ROUTE).route(get(matches::record::text)))
}

/// The pattern that a request was answered by.
#[derive(Clone, Copy, Debug)]
pub struct Pattern(pub &'static str);

fn at(pattern: &'static str) -> Resource {
    below("", pattern)
}

/// A resource in a scope, whose own pattern goes before it.
fn below(scope: &str, pattern: &'static str) -> Resource {
    resource(pattern.strip_prefix(scope).unwrap_or(pattern)).app_data(Pattern(pattern))
}

/// Every pattern there is, for what is counted by them.
pub fn patterns() -> Vec<&'static str> {
    paths::ALL.iter().map(|(pattern, _)| *pattern).chain([assets::ROUTE]).collect()
}

/// Answers `GET`, and `HEAD` with the same headers.
fn get<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    route().guard(Any(Get()).or(Head())).to(handler)
}
