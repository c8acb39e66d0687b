time.sleep(3600)
