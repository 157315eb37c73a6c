-- Since when a user has had their email address, so that links to unsubscribe are valid for as long as they have it. Links in
-- emails of earlier versions name the moment from which the user is notified.
ALTER TABLE email_settings ADD COLUMN address_since INTEGER;
UPDATE email_settings SET address_since = notices_from;
